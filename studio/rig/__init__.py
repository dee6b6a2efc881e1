"""The rig: a simulated dealer who reads prompts and acts on simulated hardware, and the demonstration."""

"""The sub-commands of `studio`, one module each: `add_arguments(parser)` and `run(args) -> exit status`."""

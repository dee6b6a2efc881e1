"""Line grammars: how a device speaks, written as a checked TOML file, for the makers whose protocols are not public."""

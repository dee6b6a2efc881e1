"""Speed, measured beside a floor in the same run. `python -m benchmarks` lists and runs them."""

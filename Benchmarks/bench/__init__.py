"""The benchmark suite. Benchmarks/README.md explains each figure."""

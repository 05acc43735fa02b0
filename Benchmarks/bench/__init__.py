"""The benchmark suite: Benchmarks/README.md says what each figure means."""

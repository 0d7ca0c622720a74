"""The service beside what people would use instead of it: the same facts, the same questions, answers that agree, measured by turns.

`python -m benchmarks.against` (or `scripts/bench`) does all of it; docs/performance.md has what came out and how to read it.
"""

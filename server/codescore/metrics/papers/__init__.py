"""Metrics kept to compare with single papers and libraries: CodeBLEU as `codebleu` 0.7.0 computes it, Run Match."""

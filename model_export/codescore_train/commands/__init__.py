"""One module per stage, each with `run(options)`: resolve paths and recipe, call the stage, say what came of it.

`cli` imports only the one that is asked for, so that `--help` and mistakes answer without loading torch.
"""

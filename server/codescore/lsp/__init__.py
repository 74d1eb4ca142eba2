"""The language server: the only place that knows the language server protocol.

`server.serve_stdio`, `serve_tcp` and `connect` run it; everything else here is behind them.  Nothing is imported on
import: starting an editor should not wait for what only a server needs.
"""

"""What the server answers: one module per family of requests, each a `register(state, on)`."""

"""What every stage stands on: text, errors, files, processes, caches.  Knows nothing of code or of models."""

"""From a checkpoint to a bundle: one ONNX file, tokenizer, manifest; never a half of it."""

"""Code translation, evaluated: tasks with gold programs and cases, answers of models, what became of each of them."""

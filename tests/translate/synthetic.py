"""A run folder that no model ever filled: made-up answers with outcomes drawn by a seed, for tests of what is shown."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from codescore.translate.records import Answer, Case, Execution, Extraction, Key, Measure, Params, Prompt, Task
from codescore.translate.store import Run, digest

DIRECTIONS = ("python_java", "java_python", "c++_java", "java_c++", "python_c++", "c++_python")
DIFFICULTIES = ("easy", "easy", "medium", "medium", "hard")
TAGS = (("array",), ("array", "math"), ("string",), ("graph",), ("tree", "graph"))
FAILURES = ("compilation_failed", "runtime_error", "wrong_answer", "wrong_answer", "timeout_error", "other_error")
GOLD = {
    "python": "def add_up(numbers):\n    total = 0\n    for one in numbers:\n        total += one\n    return total\n",
    "java": "public static int addUp(int[] numbers) {\n    int total = 0;\n    for (int one : numbers) {\n"
    "        total += one;\n    }\n    return total;\n}\n",
    "cpp": "int addUp(vector<int>& numbers) {\n    int total = 0;\n    for (int one : numbers) total += one;\n"
    "    return total;\n}\n",
}


def tasks(count: int) -> list[Task]:
    """Tasks of one kind, with tags and difficulties in turn."""
    params = {language: Params(("int[]",), "int") for language in GOLD}
    cases = (Case(1, "1, 2, 3", "6"), Case(2, "", "0"), Case(3, "5", "5"))
    return [Task(str(k + 1), TAGS[k % 5], DIFFICULTIES[k % 5], "", "addUp", params, GOLD, cases) for k in range(count)]


def fill(
    folder: Path,
    *,
    models: Sequence[tuple[str, float]] = (("able", 0.85), ("middling", 0.6), ("weak", 0.3)),
    directions: Sequence[str] = DIRECTIONS,
    count: int = 20,
    samples: int = 1,
    seed: int = 1,
    text: str = "",
) -> Path:
    """A run: a model passes with its chance, less in later tasks; `text` is put into everything a model says."""
    draw = random.Random(seed)
    with Run.create(folder) as run:
        run.put_meta({"tasks_sha256": digest("synthetic", str(count))})
        run.put_tasks(tasks(count))
        for model, chance in models:
            for direction in directions:
                for k in range(count):
                    for sample in range(samples):
                        passed = draw.random() < chance - 0.3 * (k % 5 == 4)
                        put(run, Key(model, direction, str(k + 1), sample), passed=passed, draw=draw, text=text)
    return folder


def put(run: Run, key: Key, *, passed: bool, draw: random.Random, text: str = "") -> None:
    """One sample with every stage of it."""
    language = {"python": "python", "java": "java", "c++": "cpp"}[key.direction.partition("_")[2]]
    code = GOLD[language] if passed else GOLD[language].replace("total += one", "total = one")
    prompt = f"Translate task {key.task}"
    run.put_prompt(Prompt(key, prompt, digest(prompt)))
    run.put_generate(Answer(key, f"Here you are:\n```\n{code}```\n{text}", "made up", prompt_sha256=digest(prompt)))
    run.put_extract(Extraction(key, f"{code}{text}", "addUp", "the only function"))
    status = "all_passed" if passed else draw.choice(FAILURES)
    wrong = status == "wrong_answer"
    run.put_execute(
        Execution(
            key,
            status,
            passed=3 if passed else 1 if wrong else 0,
            total=3,
            failing=None if passed else 1,
            expected="6" if wrong else "",
            got=f"3{text}" if wrong else "",
            error="" if passed or wrong else f"{status} at line 4{text}",
            line=None if passed else 4,
            log=f"said on the way{text}",
            seconds=0.2,
        )
    )
    for metric, worth in (("metric-a", 0.2), ("metric-b", 0.5), ("metric-c", 0.0)):
        run.put_measure(Measure(key, metric, min(1.0, max(0.0, draw.gauss(0.5 + worth * passed, 0.15)))))

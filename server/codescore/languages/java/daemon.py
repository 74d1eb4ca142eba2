"""The javac process behind `check` and `run`: where Java is found, and what it is started with.

`check/CheckDaemon.java` compiles itself when it starts and then answers; how it is kept warm is `languages.daemon`.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from codescore.languages import daemon

NO_JDK = (
    "no JDK found (javac): Java is judged by tree-sitter only; install a JDK 11 or later"
    " (e.g. Debian package default-jdk-headless) or set JAVA_HOME"
)
_OPTIONS = (
    "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m",
    # It writes no file, not even when it crashes.
    "-XX:-UsePerfData", "-XX:-CreateCoredumpOnCrash", f"-XX:ErrorFile={os.devnull}",
    "-Djava.awt.headless=true", "-Duser.language=en", "-Duser.country=US",
    # The pool of warm compiler contexts; without it a text costs 8 ms instead of 0.5 ms.
    "--add-exports", "jdk.compiler/com.sun.tools.javac.api=ALL-UNNAMED",
)  # fmt: skip
# What would let a user's environment change the compiler, its class path or its verdicts.
_FOREIGN = ("CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "JDK_JAVAC_OPTIONS", "_JAVA_OPTIONS", "JAVA_OPTS")


def java_commands() -> Iterator[str]:
    """Candidates for `java`, best first: JAVA_HOME, then PATH."""
    home = os.environ.get("JAVA_HOME")
    if home:
        yield str(Path(home, "bin", "java"))
    on_path = shutil.which("java")
    if on_path:
        yield on_path


class Daemon(daemon.Daemon):
    """A warm javac, or another program of this folder in the same runtime."""

    def __init__(
        self,
        commands: Callable[[], Iterator[str] | Sequence[str]] = java_commands,
        *,
        program: str = "check/CheckDaemon.java",
        options: Sequence[str] = (),
        seconds: float = 10.0,
        pauses: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        source = files("codescore.languages.java").joinpath(program)
        tool = daemon.Tool("javac", "Java", source, (*_OPTIONS, *options), _FOREIGN, NO_JDK)
        super().__init__(tool, commands, seconds=seconds, pauses=pauses, clock=clock)

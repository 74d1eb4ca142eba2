"""A JavaScript program as those who read other languages with braces know it.

Neighbours: `surveying` (asks), `languages.commands` and `languages.input_uses` (read it).
"""

from __future__ import annotations

import re


def braced(program: str) -> str:
    """A program as those who read other languages with braces know it: `"..."`, `==`, `parseInt(a)`, and the parts of a
    line that is taken apart by their places (`line_[1]`)."""
    found = re.sub(r"'((?:[^'\\\n\"]|\\.)*)'", r'"\1"', program)
    found = re.sub(r"([=!]=)=", r"\1", found)
    found = re.sub(r"\bNumber\(", "parseInt(", found)
    size = r"(\w+(?:\s*[+-]\s*\d+)?)"
    found = re.sub(
        rf"(\w+)\s*=\s*(?:new\s+)?Array(?:\(\s*{size}\s*\)|\.from\(\s*{{\s*length:\s*{size}\s*}})", _sized, found
    )
    found = re.sub(r"(?<=[=(,:?\[{&|<>+*/-])(\s*)\+\s*(\w+(?:\[\d+\])?)", r"\1parseInt(\2)", found)
    for apart in re.finditer(r"\[([\w$,\s.]+)\]\s*=\s*[\w$.()\[\]]+?\.split\(", found):
        for number, name in enumerate(one.strip() for one in apart[1].split(",")):
            if name.startswith("..."):
                rest = re.escape(name[3:])
                found = re.sub(rf"\b{rest}\[(\d)\]", lambda at, n=number: f"line_[{int(at[1]) + n}]", found)  # type: ignore[misc]
            elif name:
                found = re.sub(rf"(?<![\w$.'\"]){re.escape(name)}\b(?!\s*[:(])", f"line_[{number}]", found)
    return found


def _sized(made: re.Match[str]) -> str:
    return f"{made[1]} = new int[{made[2] or made[3]}]"

"""`codescore model`: the bundles on this machine: list, describe, verify, measure, choose.

Nothing is ever downloaded.  The checks of `verify` are in `verification`, the clock of `bench` in `model_bench`.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from codescore.cli import bundles, terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json, positive

if TYPE_CHECKING:
    from codescore.embed import Bundle

_DETAILS = """\
A bundle is a folder with model.onnx, tokenizer.json and manifest.json. One ships inside the package; your own lie
where `codescore model list` says, or anywhere you like. BUNDLE is a name, the path of a folder, or `default` for the
one in the package; without it the one in use is meant."""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `model` and its actions."""
    example = "  codescore model info\n  codescore model use ~/bundles/unixcoder-concode\n  codescore model use default"
    parser = add_command(commands, "model", "List, describe, verify and choose model bundles.", _DETAILS, example)
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    _action(actions, "list", "The bundles on this machine.", _list)
    info = _action(actions, "info", "What a bundle is: licence, training data, measured quality.", _info)
    verify = _action(actions, "verify", "Check a bundle's hashes and run its model; exit code 1 if it fails.", _verify)
    bench = _action(actions, "bench", "How large a bundle is, and how long it takes here.", _bench)
    bench.add_argument("--runs", type=positive, default=40, metavar="N", help="runs of each (default: 40)")
    for action in (info, verify, bench):
        action.add_argument("bundle", metavar="BUNDLE", nargs="?", help="name, path or `default`")
    use = _action(actions, "use", "Use this bundle from now on.", _use)
    use.add_argument("bundle", metavar="BUNDLE", help="name, path or `default`")


def _action(actions: Commands[Parser], name: str, summary: str, run: Any) -> Parser:  # noqa: ANN401  (argparse's own)
    example = f"  codescore model {name}" + (" default" if name == "use" else "")
    parser = add_command(actions, name, summary, "", example)
    add_json(parser)
    parser.set_defaults(run=run)
    return parser


def _list(arguments: argparse.Namespace) -> int:
    from codescore.embed import bundles_folder

    found = bundles.all_found()
    if arguments.json:
        listed = [
            {
                "path": str(one.path),
                "origin": one.origin,
                "in_use": one.in_use,
                "problem": one.problem,
                **(bundles.summary(one.bundle) if one.bundle else {"name": one.path.name}),
            }
            for one in found
        ]
        terminal.print_json({"bundles": listed, "folder": str(bundles_folder())})
        return 0
    console = terminal.stdout()
    for one in found:
        state = terminal.sign(console, "yes" if one.bundle else "no")
        name = one.bundle.label if one.bundle else one.path.name
        console.print(state, name, "(in use)" if one.in_use else "", style="bold" if one.in_use else "")
        console.print(f"  {_in_words(one.bundle) if one.bundle else one.problem}")
        console.print(f"  {one.path}", style="dim", soft_wrap=True)
    if not found:
        console.print("There is no bundle on this machine.")
    console.print(f"Your own bundles: {bundles_folder()}", style="dim", soft_wrap=True)
    return 0


def _in_words(bundle: Bundle) -> str:
    manifest = bundle.manifest
    size = sum((bundle.path / name).stat().st_size for name in manifest.sha256) / 1e6
    return f"{', '.join(manifest.languages)}; {size:.1f} MB, {manifest.precision}; licence {manifest.licence}"


def _info(arguments: argparse.Namespace) -> int:
    from codescore.cli.bundle_summary import summary
    from codescore.embed import load_bundle

    bundle = load_bundle(bundles.bundle_path(arguments.bundle))
    if arguments.json:
        import msgspec

        manifest: dict[str, Any] = msgspec.to_builtins(bundle.manifest)
        terminal.print_json({"path": str(bundle.path), **bundles.summary(bundle), "manifest": manifest})
        return 0
    console = terminal.stdout()
    console.print(bundle.label, style="bold")
    console.print(str(bundle.path), style="dim", soft_wrap=True)
    for line in described(summary(bundle)):
        console.print(terminal.visible(line))
    return 0


def described(value: Any, depth: int = 0) -> list[str]:  # noqa: ANN401  (any JSON value)
    """A JSON value as indented lines: `key: value`, lists of plain values on one line."""
    pad = "  " * depth
    lines: list[str] = []
    items = value.items() if isinstance(value, dict) else ((f"{i + 1}", v) for i, v in enumerate(value))
    for key, entry in items:
        label = str(key).replace("_", " ")
        plain = _plain(entry)
        if plain is None:
            lines += [f"{pad}{label}:", *described(entry, depth + 1)]
        else:
            lines.append(f"{pad}{label}: {plain}")
    return lines


def _plain(entry: Any) -> str | None:  # noqa: ANN401  (any JSON value)
    """A value that fits on one line, or None."""
    if isinstance(entry, float):
        return f"{entry:.4g}"
    if isinstance(entry, bool):
        return "yes" if entry else "no"
    if isinstance(entry, list | tuple) and not any(isinstance(e, dict | list | tuple) for e in entry):
        return ", ".join(_plain(e) or "" for e in entry) or "none"
    if isinstance(entry, list | tuple) and all(isinstance(e, list | tuple) and len(e) == 2 for e in entry):
        return ", ".join(f"{_plain(a)} -> {_plain(b)}" for a, b in entry)  # the knots of a scale
    if isinstance(entry, dict | list | tuple):
        return None if entry else "none"
    return "none" if entry is None else str(entry)


def _verify(arguments: argparse.Namespace) -> int:
    from codescore.cli.verification import verify

    path = bundles.bundle_path(arguments.bundle)
    with terminal.progress("verifying"):
        checks = verify(path)
    passed = all(check.ok for check in checks)
    if arguments.json:
        listed = [{"name": check.name, "ok": check.ok, "message": check.message} for check in checks]
        terminal.print_json({"path": str(path), "ok": passed, "checks": listed})
        return 0 if passed else 1
    console = terminal.stdout()
    console.print(str(path), style="dim", soft_wrap=True)
    for check in checks:
        console.print(terminal.sign(console, "yes" if check.ok else "no"), f"{check.name}: {check.message}")
    console.print("This bundle is sound." if passed else "This bundle must not be used.", style="bold")
    return 0 if passed else 1


def _bench(arguments: argparse.Namespace) -> int:
    from codescore.cli.model_bench import bench

    path = bundles.bundle_path(arguments.bundle)
    with terminal.progress("measuring"):
        found = bench(path, arguments.runs)
    if arguments.json:
        terminal.print_json({"path": str(path), **found})
        return 0
    console = terminal.stdout()
    console.print(str(path), style="dim", soft_wrap=True)
    sizes = ", ".join(f"{name} {size / 1e6:.1f}" for name, size in found["bytes"].items())
    console.print(f"Size in MB: {sizes}.")
    console.print(f"Loading and checking the files: {found['load_ms']:g} ms.")
    times = ", ".join(
        f"{ms:g} ms on {threads} thread{'s' * (threads != '1')}" for threads, ms in found["encode_ms"].items()
    )
    console.print(f"A sketch of {found['tokens']} tokens: {times}.")
    if found["same_task_ms"] is not None:
        console.print(f"What a program is for (same task): {found['same_task_ms']:g} ms.")
    console.print(f"Medians of {found['runs']} runs on this machine as it is now.", style="dim")
    return 0


def _use(arguments: argparse.Namespace) -> int:
    from codescore.embed import default_bundle_path, load_bundle, select_bundle

    default = arguments.bundle == bundles.DEFAULT
    chosen = select_bundle(None if default else bundles.bundle_path(arguments.bundle))
    path = chosen.path if chosen else default_bundle_path()
    bundle = chosen or load_bundle(path)
    if arguments.json:
        terminal.print_json({"path": str(path), **bundles.summary(bundle)})
    else:
        terminal.stdout().print(f"From now on: {bundle.label}", f"({path})", soft_wrap=True)
    return 0

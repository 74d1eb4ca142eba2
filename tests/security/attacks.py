"""Programs that try to break out, each a function `f()` that says what it reached; and how to run them.

They run behind the wall, and the process that builds the wall runs under outer limits of its own, so that a wall that
does not hold cannot take the machine with it: memory, processor time, file size, number of processes, wall-clock time.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[2]
_SECONDS = 240
HONEST = "def f():\n    import os\n    return ['honest', sorted(os.listdir('/tmp'))]\n"

#: Attacks that are answered by an exception inside (its class after `raises`) or by what the program can still see.
ATTACKS: dict[str, str] = {
    "socket": "import socket\nsocket.socket()\nreturn 'a socket'",
    "connection": "import socket\nsocket.create_connection(('1.1.1.1', 53), timeout=1)\nreturn 'a connection'",
    "unix socket pair": "import socket\nsocket.socketpair()\nreturn 'a pair'",
    "password file": "return open('/etc/passwd').read()",
    "home of root": "import os\nreturn os.listdir('/root')",
    "list the root": "import os\nreturn sorted(os.listdir('/'))",
    "write to usr": "open('/usr/bin/x', 'w').write('x')\nreturn 'written'",
    "write to the root": "open('/x', 'w').write('x')\nreturn 'written'",
    "write to the harness": "open('/harness/codescore_harness/serve.py', 'w').write('x')\nreturn 'written'",
    "fork": "import os\nos.fork()\nreturn 'forked'",
    "fork bomb": "import os\nfor _ in range(10_000):\n    os.fork()\nreturn 'bombed'",
    "shell": "import subprocess\nreturn subprocess.run(['/bin/sh', '-c', 'id'], capture_output=True).stdout.decode()",
    "spawn": "import os\nreturn os.posix_spawn('/bin/true', ['true'], {})",
    "exec": "import os\nos.execv('/bin/true', ['true'])",
    "system": "import os\nreturn os.system('id') == 0 and 'ran'",
    "multiprocessing": "import multiprocessing\np = multiprocessing.Process(target=print)\np.start()\nreturn 'started'",
    "kill the harness": "import os\nos.kill(os.getppid(), 9)\nreturn 'killed'",
    "kill everything": "import os\nos.kill(-1, 9)\nreturn 'killed'",
    "kill the first": "import os\nos.kill(1, 9)\nreturn 'killed'",
    "signal by file": (
        "import fcntl, os\nr, w = os.pipe()\nfcntl.fcntl(r, 8, os.getppid())\nfcntl.fcntl(r, 10, 9)\n"
        "fcntl.fcntl(r, fcntl.F_SETFL, os.O_ASYNC)\nos.write(w, b'x')\nreturn 'sent'"
    ),
    "proc": "import os\nreturn os.path.exists('/proc/self') or os.path.exists('/proc/1')",
    "sys": "import os\nreturn os.path.exists('/sys/kernel')",
    "devices": "import os\n"
    "return sorted(set(os.listdir('/dev')) - {'console', 'core', 'fd', 'full', 'null', 'ptmx', 'pts', "
    "'random', 'shm', 'stderr', 'stdin', 'stdout', 'tty', 'urandom', 'zero'})",
    "write to shared memory": "open('/dev/shm/x', 'wb').write(b'x' * 100)\nreturn 'written'",
    "symlink": "import os\nos.symlink('/etc/passwd', '/tmp/link')\nreturn open('/tmp/link').read()",
    "hard link": "import os\nos.link('/usr/bin/env', '/tmp/env')\nreturn 'linked'",
    "device node": "import os\nos.mknod('/tmp/null', 0o20666, os.makedev(1, 3))\nreturn 'made'",
    "fifo": "import os\nos.mkfifo('/tmp/fifo')\nreturn 'made'",
    "become root": "import os\nos.setuid(0)\nreturn 'root'",
    "change root": "import os\nos.chroot('/tmp')\nreturn 'changed'",
    "raise limits": "import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))\nreturn 'raised'",
    "environment": "import os\n"
    "return sorted(set(os.environ) - {'PATH', 'LANG', 'HOME', 'TZ', 'PWD', 'PYTHONHASHSEED', 'LC_CTYPE'})",
    "who am I": "import os\nreturn os.getuid() == 0 or os.geteuid() == 0",
    "fill the disk": "total = 0\ntry:\n    for n in range(64):\n        with open(f'/tmp/{n}', 'wb') as f:\n"
    "            total += f.write(bytes(1 << 20))\nexcept OSError:\n    pass\nreturn total > 17 << 20",
    "leave a file": "open('/tmp/for-the-next', 'w').write('x')\nreturn None",
    "leave a folder": "import os\nos.makedirs('/tmp/a/b/c')\nreturn None",
    "leave a thread": "import threading, time\n"
    "threading.Thread(target=lambda: time.sleep(1000), daemon=True).start()\nreturn None",
    "many threads": "import threading, time\ncount = 0\ntry:\n    for _ in range(5000):\n"
    "        threading.Thread(target=lambda: time.sleep(9), daemon=True).start()\n        count += 1\n"
    "except RuntimeError:\n    pass\nreturn count > 64",
}

#: Attacks by system calls: libc's result must be an error (EPERM, or ENOSYS for what does not exist here).
SYSTEM_CALLS: dict[str, tuple[int, ...]] = {
    "ptrace": (16, 1, 0, 0),
    "process_vm_readv": (1, 0, 0, 0, 0, 0),
    "process_vm_writev": (1, 0, 0, 0, 0, 0),
    "unshare": (0x10000000,),
    "setns": (0, 0),
    "mount": (0, 0, 0, 0, 0),
    "bpf": (0, 0, 0),
    "keyctl": (0, 0, 0, 0, 0),
    "perf_event_open": (0, 0, -1, -1, 0),
    "io_uring_setup": (1, 0),
    "userfaultfd": (0,),
    "pidfd_open": (1, 0),
    "open_by_handle_at": (0, 0, 0),
    "clone3": (0, 0),
    "execve": (0, 0, 0),
    "kill": (1, 0),
    "tgkill": (1, 1, 0),
    "prctl": (22, 0, 0, 0, 0),
    "seccomp": (0, 0, 0),
    "socket": (2, 1, 0),
}

#: Attacks that end the process or are ended: how.
FATAL: dict[str, tuple[str, set[str]]] = {
    "loop": ("while True:\n    pass", {"timeout"}),
    "sleep": ("import time\ntime.sleep(1000)", {"timeout"}),
    "ignore alarms": (("import signal\nfor n in range(1, 32):\n    try:\n        signal.signal(n, signal.SIG_IGN)\n"
                      "    except (OSError, ValueError):\n        pass\nwhile True:\n    pass"), {"timeout"}),
    "catch everything": (("while True:\n    try:\n        while True:\n"
     "            pass\n    except BaseException:\n        pass"),
                         {"timeout"}),
    "memory": ("x = []\nwhile True:\n    x.append(bytearray(1 << 24))", {"raise", "memory", "timeout"}),
    "leave at once": ("import os\nos._exit(0)", {"crash"}),
    "broken memory": ("import ctypes\nctypes.string_at(0)", {"crash"}),
    "flood the console": ("while True:\n    print('x' * 100_000)", {"timeout"}),
    "flood the pipe": ("import os\nwhile True:\n    os.write(3, b'x' * 65536)", {"output", "crash", "timeout"}),
    "flood with records": (
        "import os\nwhile True:\n    os.write(3, b'R{}\\n' * 4096)", {"output", "crash", "timeout"}
    ),
    "close everything": ("import os\nos.closerange(0, 64)\nreturn 1", {"crash"}),
    "deep recursion": (("import sys\nsys.setrecursionlimit(10**9)\ndef g(n):\n    return repr_(n)\n"
                       "class A:\n    def __repr__(self):\n        return repr(self) + ''\nreturn repr(A())"),
                       {"crash", "raise", "memory", "timeout"}),
}  # fmt: skip


def function(body: str) -> str:
    return "def f():\n" + textwrap.indent(body, "    ") + "\n"


def system_calls() -> str:
    """A program that makes each call and says which ones did not fail with an error of permission."""
    from codescore.evidence.syscalls import NUMBERS

    column = 1 if __import__("platform").machine() == "aarch64" else 0
    known = {**{name: NUMBERS[name][column] for name in SYSTEM_CALLS if name in NUMBERS}, **_unlisted(column)}
    calls = {name: (known[name], SYSTEM_CALLS[name]) for name in SYSTEM_CALLS if known.get(name) is not None}
    return (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nreached = []\n"
        f"for name, (number, arguments) in {calls!r}.items():\n"
        "    ctypes.set_errno(0)\n    result = libc.syscall(number, *arguments)\n"
        "    if result != -1 or ctypes.get_errno() not in (1, 38):\n"
        "        reached.append((name, result, ctypes.get_errno()))\nreturn reached"
    )


def _unlisted(column: int) -> dict[str, int]:
    """Calls that stand in no table of ours, because nothing allows them."""
    return {
        "kill": (62, 129)[column],
        "tgkill": (234, 131)[column],
        "prctl": (157, 167)[column],
        "seccomp": (317, 277)[column],
    }


def run_all(programs: dict[str, str]) -> dict[str, list[object]]:
    """Each program behind the wall, an honest one after each; what came of both, by name."""
    command = [sys.executable, "-m", "tests.security.attacks"]
    paths = os.pathsep.join(path for path in (str(ROOT / "server"), *sys.path) if path)
    ran = subprocess.run(
        command, input=json.dumps(programs), capture_output=True, text=True, cwd=ROOT, timeout=_SECONDS,
        preexec_fn=_outer_limits, check=False, env={"PYTHONPATH": paths, "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-2000:]
    return json.loads(ran.stdout)


def _outer_limits() -> None:
    limits = {
        resource.RLIMIT_AS: 8 << 30,
        resource.RLIMIT_CPU: 120,
        resource.RLIMIT_FSIZE: 64 << 20,
        resource.RLIMIT_NPROC: 3000,
    }
    for what, limit in limits.items():
        hard = resource.getrlimit(what)[1]
        most = limit if hard < 0 else min(limit, hard)
        resource.setrlimit(what, (most, most))


def _main() -> None:
    from codescore.evidence.channel import Job, Room
    from codescore.languages import by_id
    from codescore.languages.execution import Entry, Input
    from codescore.languages.values import encode

    runner = by_id("python").runner()
    room = Room(runner.harness(), runner.prepared)
    found = {}

    def once(source: str) -> list[object]:
        ran = room.run(Job(source, Entry("f", "function"), [Input()], coverage=False, seconds=0.3))
        [outcome] = ran.outcomes or [None]
        if outcome is None:
            return [ran.how, ran.detail, None]
        return [outcome.how, outcome.error, encode(outcome.value) if outcome.value is not None else None]

    for name, source in json.load(sys.stdin).items():
        found[name] = [*once(source), once(HONEST)]
    room.close()
    print(json.dumps(found))


if __name__ == "__main__":
    _main()

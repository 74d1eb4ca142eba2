"""Python programs that try to break out: the bodies of a function `f()` that says what it reached, by what they try."""

# ruff: noqa: E501  the programs are data, each readable as one piece
from __future__ import annotations

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
    "run a file in memory": (
        "import ctypes, os\nlibc = ctypes.CDLL(None)\nos.write(4, open('/bin/true', 'rb').read())\n"
        "return libc.syscall(322, 4, b'', 0, 0, 0x1000) == 0 or libc.syscall(59, b'/dev/fd/4', 0, 0) == 0"
    ),
    "file in memory of its own": "import os\nos.memfd_create('x')\nreturn 'made'",
    "clone that shares memory": "import ctypes\nreturn ctypes.CDLL(None).syscall(56, 0x4111, 0, 0, 0, 0) >= 0",
    "thread in a new network": (
        "import ctypes\nreturn ctypes.CDLL(None).syscall(56, 0x10000 | 0x40000000 | 0x100 | 0x800, 0, 0, 0, 0) >= 0"
    ),
    "flags above 32 bits": (
        "import ctypes\nreturn ctypes.CDLL(None).syscall(56, ctypes.c_long(0x100000000 | 17), 0, 0, 0, 0) >= 0"
    ),
    "limits of the parent": (
        "import os, resource\nresource.prlimit(os.getppid(), resource.RLIMIT_AS, (1 << 20, 1 << 20))\nreturn 'set'"
    ),
    "limits of the first process": (
        "import resource\nresource.prlimit(1, resource.RLIMIT_NOFILE, (3, 3))\nreturn 'set'"
    ),
    "limits of all processes, read": (
        "import resource\nfound = []\nfor pid in range(1, 400):\n    try:\n"
        "        resource.prlimit(pid, resource.RLIMIT_NOFILE)\n        found.append(pid)\n"
        "    except OSError:\n        pass\nreturn found"
    ),
    "process number with high bits": (
        "import ctypes\nlibc = ctypes.CDLL(None)\nlimit = (ctypes.c_ulong * 2)(3, 3)\n"
        "return libc.syscall(302, ctypes.c_ulong(1 << 32), 7, limit, 0) == 0"
    ),
    "owner of a descriptor": (
        "import fcntl, os, struct\nreached = []\nfor fd in range(5):\n    for code in (0x8901, 0x8902, 0x5412, 0x540E):\n"
        "        try:\n            fcntl.ioctl(fd, code, struct.pack('i', os.getppid()))\n            reached.append((fd, code))\n"
        "        except OSError:\n            pass\nreturn reached"
    ),
    "terminal of its own": (
        "import fcntl, os\nfd = os.open('/dev/ptmx', os.O_RDWR)\nfcntl.ioctl(fd, 0x540E, 0)\nreturn 'a terminal'"
    ),
    "huge pages": "import mmap\nmmap.mmap(-1, 1 << 30, flags=0x22 | 0x40000, prot=3)\nreturn 'mapped'",
    "file in memory past its size": "import os\nos.ftruncate(4, 1 << 40)\nreturn 'grown'",
    "rename of mounts": (
        "import os\nreached = []\nfor one, two in (('/tmp', '/tmp2'), ('/harness/codescore_harness/serve.py', '/tmp/x'),"
        " ('/bin', '/tmp/b')):\n    try:\n        os.rename(one, two)\n        reached.append(one)\n"
        "    except OSError:\n        pass\nreturn reached"
    ),
    "library of its own": "import ctypes\nopen('/tmp/x.so', 'wb').write(b'\\x7fELF')\nctypes.CDLL('/tmp/x.so')\nreturn 'loaded'",
    "stops itself": (
        "import ctypes, os\nlibc = ctypes.CDLL(None)\nme = os.getpid()\n"
        "return any(libc.syscall(*call) == 0 for call in ((62, me, 19), (234, me, me, 19), (200, me, 19), (129, me, 19, 0)))"
    ),
    "other processes' folders": "import os\nreturn [n for n in range(1, 400) if os.path.exists(f'/proc/{n}')]",
    "harness's own files": (
        "import os\nreturn [n for n in os.listdir('/harness/codescore_harness') if os.access('/harness/codescore_harness/' + n, os.W_OK)]"
    ),
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

"""What C++ programs try behind the wall, as native code: each body is run in a function that says whether it got there.

`REACHES` must not return true; what `ENDS` does must end in one of the ways beside it; `COMPILED` are whole texts that
attack the compiler, with how their job may end.
"""

# ruff: noqa: E501  the programs under test are data, each readable as one piece
from __future__ import annotations

from codescore.languages.execution import Entry, Parameter
from codescore.languages.shapes import IntShape

#: What all of these programs are called by.
ENTRY = Entry("f", "function", (Parameter("which", IntShape(), "int"),))
_CALL = "errno = 0; return syscall({}) != -1 || (errno != EPERM && errno != ENOSYS);"

REACHES: dict[str, str] = {
    "read the passwords": 'return std::ifstream("/etc/passwd").good();',
    "read the host's name": 'return std::ifstream("/etc/hostname").good();',
    "list processes": 'return opendir("/proc") != nullptr;',
    "write beside the system": 'return std::ofstream("/usr/x").good() || std::ofstream("/x").good() || std::ofstream("/dev/x").good();',
    "write to the harness": 'return std::ofstream("/harness/serve").good() || std::ofstream("/harness/x").good();',
    "open a socket": _CALL.format("SYS_socket, AF_INET, SOCK_STREAM, 0"),
    "open a local socket": "int ends[2];" + _CALL.format("SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, ends"),
    "start a process": _CALL.format("SYS_fork"),
    "start a process by the library": "return fork() > 0;",
    "clone without threads": _CALL.format("SYS_clone, SIGCHLD, 0, 0, 0, 0"),
    "clone3": _CALL.format("SYS_clone3, nullptr, 0"),
    "run another program": 'char* none[] = {nullptr}; return execve("/bin/true", none, none) != -1 || errno != EPERM;',
    "run a program by descriptor": _CALL.format('SYS_execveat, open("/bin/true", O_RDONLY), "", nullptr, nullptr, AT_EMPTY_PATH'),
    "run a shell": 'return system("true") == 0;',
    "kill the harness": _CALL.format("SYS_kill, getppid(), SIGKILL"),
    "kill everybody": _CALL.format("SYS_kill, -1, SIGKILL"),
    "signal the harness's thread": _CALL.format("SYS_tgkill, 1, 1, SIGKILL"),
    "a signal by a file": "return fcntl(3, F_SETOWN, 1) != -1 || fcntl(3, F_SETSIG, SIGKILL) != -1;",
    "trace the harness": _CALL.format("SYS_ptrace, 16, getppid(), 0, 0"),
    "read the harness's memory": "char a[8]; iovec one{a, 8}, two{reinterpret_cast<void*>(0x400000), 8};" + _CALL.format("SYS_process_vm_readv, getppid(), &one, 1, &two, 1, 0"),
    "a file without a name": _CALL.format('SYS_memfd_create, "x", 0'),
    "io_uring": "char parameters[256] = {};" + _CALL.format("SYS_io_uring_setup, 8, parameters"),
    "bpf": _CALL.format("SYS_bpf, 0, nullptr, 0"),
    "performance counters": _CALL.format("SYS_perf_event_open, nullptr, 0, -1, -1, 0"),
    "page faults by hand": _CALL.format("SYS_userfaultfd, 0"),
    "namespaces": _CALL.format("SYS_unshare, 0x10000000"),
    "mount": _CALL.format('SYS_mount, "none", "/tmp", "tmpfs", 0, nullptr'),
    "shared memory": _CALL.format("SYS_shmget, 1234, 4096, 01600"),
    "a queue of messages": _CALL.format("SYS_msgget, 1234, 01600"),
    "keys": _CALL.format("SYS_keyctl, 0, -3, 1"),
    "another's limits": "rlimit none{0, 0};" + _CALL.format("SYS_prlimit64, getppid(), RLIMIT_CPU, &none, nullptr"),
    "more for itself": "rlimit all{RLIM_INFINITY, RLIM_INFINITY}; return setrlimit(RLIMIT_AS, &all) == 0 || setrlimit(RLIMIT_NOFILE, &all) == 0;",
    "take the filter off": _CALL.format("SYS_prctl, PR_SET_SECCOMP, 0, 0, 0, 0"),
    "be traceable": _CALL.format("SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0"),
    "another personality": _CALL.format("SYS_personality, 0x0040000"),
    "the harness's replies": 'for (int file = 0; file < 64; ++file) if (file != 1 && file != 2 && file != 3 && write(file, "end 1 2\\n{}", 10) > 0 && file > 4) return true; return false;',
    "what the harness reads": 'char c; for (int file = 4; file < 64; ++file) if (read(file, &c, 1) > 0) return true; return false;',
    "what the environment says": 'return getenv("CODESCORE_FILTER") || getenv("LD_PRELOAD");',
    "the loader's variables": 'setenv("LD_PRELOAD", "/tmp/x.so", 1); std::ofstream("/tmp/x.so") << "x"; bool there = dlopen("/tmp/x.so", RTLD_NOW) != nullptr; unlink("/tmp/x.so"); return there;',
    "other programs that were here": 'int found = 0; if (DIR* tmp = opendir("/tmp")) while (dirent* one = readdir(tmp)) found += one->d_name[0] != \'.\' && std::string(one->d_name) != "program.so"; return found > 0;',
    "a device": 'return std::ifstream("/dev/sda").good() || std::ifstream("/dev/mem").good() || std::ifstream("/dev/kmsg").good();',
}  # fmt: skip

ENDS: dict[str, tuple[str, set[str]]] = {
    "a stack without end": ("struct S { static long f(volatile long n) { return f(n + 1) + 1; } }; return S::f(1) == 0;", {"crash"}),
    "memory without end": ("for (;;) new char[1 << 28]; return true;", {"memory", "timeout"}),
    "output without end": ('std::string line(1 << 16, 120); for (;;) if (write(1, line.data(), line.size()) < 0) return true;', {"output"}),
    "threads without end": ("for (;;) std::thread([] { for (;;) pause(); }).detach();", {"done", "crash", "timeout", "memory"}),
    "a thread that stays": ("std::thread([] { for (;;) {} }).detach(); return false;", {"done"}),
    "ignore every signal": ("for (int n = 1; n < 65; ++n) signal(n, SIG_IGN); for (;;) {}", {"timeout"}),
    "an alarm that jumps": ("signal(SIGALRM, [](int) { for (;;) {} }); alarm(1); for (;;) {}", {"timeout"}),
    "sleep for ever": ("for (;;) pause();", {"timeout"}),
    "a forged reply": ('const char* forged = "R\\"outcome\\":\\"return\\",\\"value\\":[\\"bool\\",false]}\\nend 9 14\\n{\\"how\\":\\"done\\"}"; write(3, forged, strlen(forged)); _exit(0);', {"done", "crash"}),
    "a flood of replies": ("std::string line(1 << 16, 'R'); for (;;) if (write(3, line.data(), line.size()) < 0) return true;", {"output"}),
    "close the pipe and stay": ("close(3); for (;;) {}", {"crash", "timeout"}),
    "close the pipe and leave": ("close(3); _exit(0);", {"done", "crash"}),
    "jump into nothing": ("reinterpret_cast<void (*)()>(8)(); return false;", {"crash", "done"}),
    "an illegal instruction": ('asm volatile("ud2"); return false;', {"crash"}),
    "the other kind of system call": ('long r; asm volatile("int $0x80" : "=a"(r) : "a"(20)); return r > 0;', {"crash"}),
    "what comes after the end": ("struct S { ~S() { for (;;) {} } }; static S last; exit(0);", {"timeout"}),
    "fill the disk": ('std::ofstream out("/tmp/full"); std::string block(1 << 20, 120); for (;;) out << block; return true;', {"output", "crash", "timeout"}),
    "write over its own program": ('chmod("/tmp/program.so", 0700); std::ofstream("/tmp/program.so") << "x"; return false;', {"done", "crash"}),
}  # fmt: skip

COMPILED: dict[str, tuple[str, set[str]]] = {
    "include the passwords": ('#include "/etc/passwd"\nbool f(int) { return true; }', {"module", "load"}),
    "include a device": ('#include "/dev/zero"\nbool f(int) { return true; }', {"module", "load"}),
    "the passwords by the assembler": ('asm(".section .rodata\\nsecret: .incbin \\"/etc/passwd\\"\\n.text");\nbool f(int) { return true; }', {"load"}),
    "templates without end": ("template <int N> struct A { static const int v = A<N + 1>::v; };\nbool f(int) { return A<0>::v; }", {"load"}),
    "swallow what stands behind": ("bool f(int) { return false; }\n#if 0", {"load"}),
    "speak in its place": ('bool f(int) { return false; }\nextern "C" void codescore_entry(codescore::Call&) {}', {"load"}),
    "a constructor before main": ("struct S { S() { for (;;) {} } } before;\nbool f(int) { return false; }", {"timeout"}),
    "leave before main": ("struct S { S() { _exit(0); } } before;\nbool f(int) { return false; }", {"load"}),
    "throw before main": ("int before = (throw 1, 1);\nbool f(int) { return false; }", {"load"}),
}  # fmt: skip

_HEADERS = "bits/stdc++.h unistd.h fcntl.h dlfcn.h dirent.h sys/syscall.h sys/socket.h sys/prctl.h sys/resource.h sys/stat.h sys/uio.h"


def program() -> tuple[str, dict[str, int]]:
    """One program with all of them, and the number by which each is called."""
    bodies = [*REACHES.values(), *(body for body, _ in ENDS.values())]
    cases = "".join(f"        case {number}: {{ {body} }}\n" for number, body in enumerate(bodies))
    head = "".join(f"#include <{name}>\n" for name in _HEADERS.split())
    text = f"{head}bool f(int which) {{\n    switch (which) {{\n{cases}    }}\n    return false;\n}}\n"
    return text, {name: number for number, name in enumerate([*REACHES, *ENDS])}

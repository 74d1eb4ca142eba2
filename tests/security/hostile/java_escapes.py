"""Java programs that try to break out: the bodies of a method, by what they try."""

# ruff: noqa: E501  the programs are data, each readable as one piece
from __future__ import annotations

# Each gives true when it got what it wanted.
ESCAPES = {
    "reads /etc/passwd": 'return new java.io.File("/etc/passwd").exists();',
    "writes outside /tmp": 'new java.io.FileOutputStream("/usr/x").write(1); return true;',
    "writes into the harness": 'new java.io.FileOutputStream("/harness/HarnessRun.class").write(1); return true;',
    "starts a process": 'return new ProcessBuilder("/usr/bin/true").start().waitFor() == 0;',
    "starts a shell": 'return Runtime.getRuntime().exec("/bin/sh -c true").waitFor() == 0;',
    "connects": 'new java.net.Socket("127.0.0.1", 80).close(); return true;',
    "listens": "new java.net.ServerSocket(0).close(); return true;",
    "resolves": 'java.net.InetAddress.getByName("example.org"); return true;',
    "sees other processes": "return ProcessHandle.allProcesses().count() > 4;",
    "kills what is above it": "var above = ProcessHandle.current().parent().orElseThrow(); above.destroyForcibly();"
    " above.onExit().get(200, java.util.concurrent.TimeUnit.MILLISECONDS); return !above.isAlive();",
    "reads its environment": 'return System.getenv().keySet().stream().anyMatch(k -> k.contains("PYTHON") || k.contains("TOKEN"));',
    "attaches to itself": 'Class.forName("com.sun.tools.attach.VirtualMachine").getMethod("attach", String.class)'
    '.invoke(null, "" + ProcessHandle.current().pid()); return true;',
    "loads native code": 'System.load("/usr/lib/x86_64-linux-gnu/libc.so.6"); new java.io.File("/usr/x").createNewFile(); return new java.io.File("/usr/x").exists();',
    "opens memory": 'new java.io.RandomAccessFile("/proc/1/mem", "rw").write(1); return true;',
    "follows a link out": 'java.nio.file.Files.createSymbolicLink(java.nio.file.Path.of("/tmp/l"), java.nio.file.Path.of("/root"));'
    ' return new java.io.File("/tmp/l").list() != null;',
    "fills the disk": 'var o = new java.io.FileOutputStream("/tmp/f"); for (int i = 0; i < 64; i++) o.write(new byte[1 << 20]); return true;',
    "reads the first process's memory": 'new java.io.RandomAccessFile("/proc/1/mem", "rw"); return new java.io.File("/proc/1/exe").getCanonicalPath().endsWith("bwrap");',
    "reads the wall's command": 'return new String(java.nio.file.Files.readAllBytes(java.nio.file.Path.of("/proc/1/cmdline"))).contains("bwrap");',
    "asks the kernel to restart": 'new java.io.FileOutputStream("/proc/sysrq-trigger").write(98); return true;',
    "changes the kernel": 'new java.io.FileOutputStream("/proc/sys/kernel/core_pattern").write(1); return true;',
    "writes to its harness": 'return new java.io.File("/harness/HarnessRun.class").canWrite();',
    "lists homes": 'var n = new java.io.File("/root").list(); var m = new java.io.File("/home").list(); return n != null || m != null && m.length > 0;',
    "opens a UNIX socket": "java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX); return true;",
    "sends a datagram": "new java.net.DatagramSocket().close(); return true;",
    "asks for a web page": 'new java.net.URL("http://127.0.0.1/").openStream(); return true;',
    "makes a device": 'return new java.io.File("/dev/x").createNewFile();',
    "writes to shared memory": 'new java.io.FileOutputStream("/dev/shm/x").write(1); return true;',
    "sees the host's names": 'return !java.net.InetAddress.getLocalHost().getHostName().equals("sandbox");',
}

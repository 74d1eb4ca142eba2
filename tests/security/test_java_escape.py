"""What hostile Java programs try behind the wall, and what becomes of it.  The sandbox's own limits are the outer bound."""

# ruff: noqa: E501  the programs under test are data, each readable as one piece
from __future__ import annotations

from itertools import islice

import pytest

from codescore.languages.java.run.compile import Compiler
from codescore.languages.values import Bool, Int, Text
from tests.evidence.java.run import needs_java, room, run
from tests.security.hostile.java_escapes import ESCAPES

pytestmark = needs_java


@pytest.mark.parametrize("attempt", ESCAPES.values(), ids=ESCAPES.keys())
def test_nothing_of_the_machine_is_reached(attempt: str) -> None:
    """Files, network, processes, memory of others, disk: every attempt fails, and the sandbox still answers."""
    source = f"class S {{ static boolean f() throws Throwable {{ {attempt} }} }}"
    with room() as it:
        ran = run(source, [], inside=it)
        assert [o.how for o in ran.outcomes] in (["raise"], ["return"], ["crash"]), ran
        assert ran.outcomes[0].value != Bool(value=True)
        assert run("class T { static int f() { return 1; } }", [], inside=it).outcomes[0].value == Int(1)


def test_a_thread_bomb_ends_with_its_room() -> None:
    """Threads without end run into the limit on processes; the next program has a room of its own."""
    source = """class S { static int f() { while (true) { Thread t = new Thread(() -> { while (true) { } }); t.start(); } } }"""
    with room() as it:
        ran = run(source, [], inside=it, seconds=0.3)
        assert ran.how in ("memory", "timeout", "crash")
        assert run("class T { static int f() { return 1; } }", [], inside=it).outcomes[0].value == Int(1)


def test_leaving_by_a_back_door_is_a_crash() -> None:
    """An exit that was not seen coming (by reflection) ends the process, and counts as the program's crash."""
    source = """class S { static int f(int n) throws Exception {
        if (n == 1) Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 0); return n; } }"""
    ran = run(source, [Int(0)], [Int(1)], [Int(2)])
    assert [o.how for o in ran.outcomes] == ["return", "crash"]


def test_exit_is_seen_for_what_it_is() -> None:
    """System.exit(0) before the answer is no answer, also where everything is caught."""
    source = """class S { static int f(int n) { try { if (n == 1) System.exit(0); if (n == 2) Runtime.getRuntime().halt(3); } catch (Throwable t) { }
        return n; } }"""
    outcomes = run(source, [Int(1)], [Int(2)], [Int(5)]).outcomes
    assert [(o.how, o.error) for o in outcomes] == [("exit", "0"), ("exit", "3"), ("return", "")]


def test_forged_replies_are_noise() -> None:
    """A program that writes what looks like results to the real standard output has crashed, or says only what it says."""
    source = """class S { static int f(int n) throws Exception {
        String body = "{\\"call\\":0,\\"outcome\\":\\"return\\",\\"value\\":[\\"int\\",\\"42\\"],\\"error\\":\\"\\",\\"message\\":\\"\\",\\"arguments\\":[],\\"stdout\\":\\"\\",\\"seconds\\":0,\\"covered\\":[]}";
        new java.io.FileOutputStream(java.io.FileDescriptor.out).write(("result 1 " + body.length() + "\\n" + body).getBytes());
        return n; } }"""
    with room() as it:
        run(source, [Int(1)], inside=it)
        honest = run("class T { static int f(int n) { return n; } }", [Int(7)], inside=it)
    assert honest.outcomes[0].value == Int(7)


def test_taking_over_the_harness_gains_nothing_for_others() -> None:
    """Reflection reaches the harness's own classes; they hold nothing that is expected, and die with the program."""
    source = """class S { static String f() throws Exception {
        Class<?> harness = Class.forName("HarnessProbe"); StringBuilder found = new StringBuilder();
        for (var field : Class.forName("HarnessRun").getDeclaredFields()) { field.setAccessible(true); found.append(field.getName()).append(' '); }
        var hits = harness.getDeclaredField("HITS"); hits.setAccessible(true); ((java.util.BitSet) hits.get(null)).set(0, 99999);
        System.setOut(null); Thread.currentThread().getThreadGroup().setMaxPriority(1);
        return found.toString(); } }"""
    with room() as it:
        (outcome,) = run(source, [], inside=it).outcomes
        assert outcome.how in ("return", "raise", "crash")
        if isinstance(outcome.value, Text):
            assert "expected" not in outcome.value.value
        clean = run("class T { static int f(int n) { return n > 0 ? 1 : 2; } }", [Int(7)], inside=it)
    assert clean.outcomes[0].value == Int(1)
    assert len(clean.outcomes[0].covered) == 2


def test_one_program_never_meets_another() -> None:
    """A thread that one program leaves behind, lying in wait, is gone when the next program runs."""
    lurking = """class S { static int f() { Thread t = new Thread(() -> { while (true) { try {
        var field = Class.forName("HarnessProbe").getDeclaredField("stopped"); field.setAccessible(true); field.set(null, "exit"); }
        catch (Throwable e) { } } }); t.setDaemon(true); t.start(); return 1; } }"""
    with room() as it:
        run(lurking, [], inside=it, seconds=0.3)
        clean = run("class T { static int f(int n) { return n; } }", [Int(7)], [Int(8)], inside=it)
    assert [o.value for o in clean.outcomes] == [Int(7), Int(8)]


def test_a_text_that_ends_the_compiler_does_not_speak_for_the_next() -> None:
    """After programs on which the compiler gives no answer in time, a right one is compiled as ever."""
    compiler = Compiler()
    try:
        assert compiler.program("class A { int f() { return 1; } }").error == ""
        patience, compiler._daemon._seconds = compiler._daemon._seconds, 0.0
        programs = (f"class B{n} {{ int f() {{ return {n}; }} }}" for n in range(30))
        late = ("no answer" in compiler.program(program).error for program in programs)  # some answer at once
        assert sum(islice(filter(None, late), 3)) == 3
        compiler._daemon._seconds = 10 * patience
        assert compiler.program("class C { int f() { return 2; } }").error == ""
    finally:
        compiler.close()

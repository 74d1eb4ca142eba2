import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassVisitor;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.FieldVisitor;
import jdk.internal.org.objectweb.asm.Label;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;

/**
 * Puts calls of HarnessProbe into compiled classes: at the entry of methods, at each branch, at each jump backwards, and in
 * place of System.exit and of arithmetic that may overflow.  All of it is straight-line code, so that no stack map changes.
 *
 * A slot is one outcome of one branch, or the entry of a method.  Code that no source stands for (constructors nobody wrote,
 * an enumeration's `values`, what shows a record and its fields, the test whether assertions are enabled) has no slots.  It uses the bytecode library inside the
 * JDK; where that is absent, this file does not compile, and programs run without coverage.  The function takes
 * {class bytes, first free slot} and returns {class bytes, first free slot, lines of the slots used}: the line of the code
 * behind a slot, below zero that of its condition where no line of its own is known to be behind it.
 */
public final class HarnessInstrument implements Function<Object[], Object[]> {
    private static final String PROBE = "HarnessProbe";
    private static final int MOST_KEYS = 100;
    private int slots;
    private List<Integer> lines;

    @Override public Object[] apply(Object[] work) {
        slots = (Integer) work[1];
        lines = new ArrayList<>();
        ClassReader reader = new ClassReader((byte[]) work[0]);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        reader.accept(new Classes(writer), 0);
        return new Object[] {writer.toByteArray(), slots, lines};
    }

    /** The next free slots, one for each line. */
    private int take(int... behind) {
        int first = slots;
        for (int line : behind) {
            lines.add(line);
        }
        slots += behind.length;
        return first;
    }

    private final class Classes extends ClassVisitor {
        private boolean isEnum;
        private boolean isRecord;
        private final Set<String> shown = new HashSet<>(List.of("toString", "hashCode", "equals"));

        Classes(ClassVisitor next) {
            super(Opcodes.ASM8, next);
        }

        @Override public void visit(int version, int access, String name, String signature, String above, String[] interfaces) {
            isEnum = (access & Opcodes.ACC_ENUM) != 0;
            isRecord = "java/lang/Record".equals(above);
            super.visit(version, access, name, signature, above, interfaces);
        }

        @Override public FieldVisitor visitField(int access, String name, String type, String signature, Object value) {
            shown.add(name);
            return super.visitField(access, name, type, signature, value);
        }

        @Override public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
            MethodVisitor next = super.visitMethod(access, name, type, signature, thrown);
            boolean made = (access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_BRIDGE)) != 0 && !name.startsWith("lambda$");
            boolean written = !made && name.indexOf('<') < 0
                    && !(isEnum && (name.equals("values") || name.equals("valueOf")))
                    && !(isRecord && shown.contains(name));
            return next == null ? null : new Code(next, written, name.startsWith("lambda$") ? -1 : 1);
        }
    }

    private final class Code extends MethodVisitor {
        private final boolean written;
        private final Set<Label> seen = new HashSet<>();
        private final Set<Label> targets = new HashSet<>();  // of jumps so far
        private boolean joined;  // what is behind the last branch is also reached by a jump: `a || b`
        private int sign;  // of the line of its entry: a lambda that nobody calls has none of its own
        private boolean assertion;
        private int line;
        private int waiting = -1;  // place in `lines` of a slot whose code begins with the next line

        Code(MethodVisitor next, boolean written, int sign) {
            super(Opcodes.ASM8, next);
            this.written = written;
            this.sign = sign;
        }

        private void probe(String name, String type) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, name, type, false);
        }

        @Override public void visitCode() {
            super.visitCode();
            probe("tick", "()V");
            if (written) {
                waiting = lines.size();
                super.visitLdcInsn(take(0));
                probe("hit", "(I)V");
            }
        }

        @Override public void visitLineNumber(int number, Label start) {
            if (waiting >= 0 && number != line && !joined) {
                lines.set(waiting, sign * number);
            }
            sign = 1;
            waiting = -1;
            line = number;
            super.visitLineNumber(number, start);
        }

        @Override public void visitLabel(Label label) {
            seen.add(label);
            joined |= targets.contains(label);
            super.visitLabel(label);
        }

        /** Arithmetic that may overflow becomes a call that does the same and notes it. */
        @Override public void visitInsn(int opcode) {
            switch (opcode) {
                case Opcodes.IADD: probe("add", "(II)I"); break;
                case Opcodes.LADD: probe("add", "(JJ)J"); break;
                case Opcodes.ISUB: probe("subtract", "(II)I"); break;
                case Opcodes.LSUB: probe("subtract", "(JJ)J"); break;
                case Opcodes.IMUL: probe("multiply", "(II)I"); break;
                case Opcodes.LMUL: probe("multiply", "(JJ)J"); break;
                case Opcodes.L2I: probe("narrow", "(J)I"); break;
                case Opcodes.D2I: probe("toInt", "(D)I"); break;
                case Opcodes.D2L: probe("toLong", "(D)J"); break;
                default: super.visitInsn(opcode);
            }
        }

        @Override public void visitFieldInsn(int opcode, String owner, String name, String type) {
            super.visitFieldInsn(opcode, owner, name, type);
            assertion = name.equals("$assertionsDisabled");
        }

        @Override public void visitJumpInsn(int opcode, Label label) {
            if (seen.contains(label)) {
                probe("tick", "()V");
            }
            if (!assertion && opcode != Opcodes.GOTO && opcode != Opcodes.JSR) {
                branch(opcode);
            }
            assertion = false;
            targets.add(label);
            super.visitJumpInsn(opcode, label);
        }

        private void branch(int opcode) {
            boolean references = opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE;
            boolean isNull = opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL;
            boolean one = isNull || opcode <= Opcodes.IFLE;
            super.visitInsn(one ? Opcodes.DUP : Opcodes.DUP2);
            super.visitLdcInsn(opcode);
            waiting = lines.size();
            joined = false;
            super.visitLdcInsn(take(-line, -line));
            if (references) {
                probe("same", "(Ljava/lang/Object;Ljava/lang/Object;II)V");
            } else if (isNull) {
                probe("absent", "(Ljava/lang/Object;II)V");
            } else {
                probe(one ? "branch" : "compare", one ? "(III)V" : "(IIII)V");
            }
        }

        @Override public void visitTableSwitchInsn(int min, int max, Label none, Label... labels) {
            List<String> keys = new ArrayList<>();
            for (int i = 0; i < labels.length; i++) {
                if (labels[i] != none) {
                    keys.add(Integer.toString(min + i));
                }
            }
            choice(keys);
            super.visitTableSwitchInsn(min, max, none, labels);
        }

        @Override public void visitLookupSwitchInsn(Label none, int[] keys, Label[] labels) {
            List<String> texts = new ArrayList<>();
            for (int key : keys) {
                texts.add(Integer.toString(key));
            }
            choice(texts);
            super.visitLookupSwitchInsn(none, keys, labels);
        }

        private void choice(List<String> keys) {
            if (keys.isEmpty() || keys.size() > MOST_KEYS) {
                return;
            }
            super.visitInsn(Opcodes.DUP);
            super.visitLdcInsn(String.join(",", keys));
            int[] ways = new int[1 + keys.size()];
            Arrays.fill(ways, -line);
            super.visitLdcInsn(take(ways));
            probe("choose", "(ILjava/lang/String;I)V");
        }

        @Override public void visitMethodInsn(int opcode, String owner, String name, String type, boolean onInterface) {
            boolean runtime = owner.equals("java/lang/Runtime") && (name.equals("exit") || name.equals("halt"));
            if (owner.equals("java/lang/System") && name.equals("exit") || runtime) {
                probe("exit", "(I)V");
                if (runtime) {
                    super.visitInsn(Opcodes.POP);
                }
                return;
            }
            super.visitMethodInsn(opcode, owner, name, type, onInterface);
        }
    }
}

/** Units: methods and constructors with a body; lambdas stay inside. */
public class Units {
    private final int size;

    public Units(int size) {
        // <- keep
        //  ^ unit constructor Units.Units
        this.size = size;
        //          ^ arg_0
    }

    abstract int nothing();

    static <K> List<K> list(K a) { return List.of(a); }
    //                 ^ unit method Units.list

    class Inner {
        int method() {
            // ^ unit method Units.Inner.method
            return new Object() { int deep() { return size; } }.deep();
            //                         ^ unit method Units.Inner.method.Object.deep
        }
    }

    record Point(int x, int y) {
        Point {
            // <- unit constructor Units.Point.Point
            if (x < 0) throw new IllegalArgumentException();
        }
    }

    interface Shape {
        double area();

        default double twice() { return 2 * area(); }
        //             ^ unit method Units.Shape.twice
    }

    enum Color {
        RED { int code() { return 1; } };
        //         ^ unit method Units.Color.RED.code

        int code() { return 0; }
        //  ^ unit method Units.Color.code
    }
}

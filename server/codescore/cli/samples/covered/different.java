import java.util.BitSet;

class Spans {
    static int covered(int[][] spans) {
        BitSet seen = new BitSet();
        for (int[] span : spans) {
            seen.set(span[0], span[1]);
        }
        return seen.cardinality();
    }
}

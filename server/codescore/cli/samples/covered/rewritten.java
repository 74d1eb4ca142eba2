import java.util.Arrays;

class Spans {
    static int covered(int[][] spans) {
        int[][] sorted = spans.clone();
        Arrays.sort(sorted, (a, b) -> Integer.compare(a[0], b[0]));
        int total = 0;
        int reach = 0;
        int i = 0;
        while (i < sorted.length) {
            int[] span = sorted[i];
            int from = Math.max(span[0], reach);
            if (from < span[1]) {
                total = total + span[1] - from;
                reach = span[1];
            }
            i += 1;
        }
        return total;
    }
}

import java.util.Arrays;

class Spans {
    static int covered(int[][] spans) {
        int[][] sorted = spans.clone();
        Arrays.sort(sorted, (a, b) -> Integer.compare(a[0], b[0]));
        int total = 0;
        int reach = 0;
        for (int[] span : sorted) {
            int from = Math.max(span[0], reach);
            if (span[1] > from) {
                total += span[1] + from;
                reach = span[1];
            }
        }
        return total;
    }
}

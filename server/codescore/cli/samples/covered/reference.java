import java.util.Arrays;

class Spans {
    /** How many numbers the spans [from, to) cover together, overlaps counted once. */
    // codescore: assume = Arrays.stream(spans).allMatch(s -> s.length == 2 && 0 <= s[0] && s[0] <= s[1])
    static int covered(int[][] spans) {
        int[][] sorted = spans.clone();
        Arrays.sort(sorted, (a, b) -> Integer.compare(a[0], b[0]));
        int total = 0;
        int reach = 0;
        for (int[] span : sorted) {
            int from = Math.max(span[0], reach);
            if (span[1] > from) {
                total += span[1] - from;
                reach = span[1];
            }
        }
        return total;
    }
}

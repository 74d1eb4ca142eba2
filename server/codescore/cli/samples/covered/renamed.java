import java.util.Arrays;

class Spans {
    static int unionLength(int[][] ranges) {
        int[][] ordered = ranges.clone();
        Arrays.sort(ordered, (p, q) -> Integer.compare(p[0], q[0]));
        int sum = 0;
        int edge = 0;
        for (int[] range : ordered) {
            int begin = Math.max(range[0], edge);
            if (range[1] > begin) {
                sum += range[1] - begin;
                edge = range[1];
            }
        }
        return sum;
    }
}

class Brackets {
    static boolean balanced(String text) {
        int depth = 0;
        int i = 0;
        while (i < text.length()) {
            if (text.charAt(i) == '(') {
                depth = depth + 1;
            } else if (text.charAt(i) == ')') {
                depth = depth - 1;
            }
            if (0 > depth) {
                return false;
            }
            i++;
        }
        return depth == 0;
    }
}

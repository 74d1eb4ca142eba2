class Brackets {
    /** Whether every bracket that is opened is closed again, and none is closed before. */
    static boolean balanced(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '(') {
                depth += 1;
            } else if (text.charAt(i) == ')') {
                depth -= 1;
            }
            if (depth < 0) {
                return false;
            }
        }
        return depth == 0;
    }
}

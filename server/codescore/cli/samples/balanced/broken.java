class Brackets {
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
        return depth == 0
    }
}

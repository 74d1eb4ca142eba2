class Brackets {
    static boolean wellFormed(String input) {
        int open = 0;
        for (int k = 0; k < input.length(); k++) {
            if (input.charAt(k) == '(') {
                open += 1;
            } else if (input.charAt(k) == ')') {
                open -= 1;
            }
            if (open < 0) {
                return false;
            }
        }
        return open == 0;
    }
}

class Brackets {
    static boolean balanced(String text) {
        String rest = text.replaceAll("[^()]", "");
        while (rest.contains("()")) {
            rest = rest.replace("()", "");
        }
        return rest.isEmpty();
    }
}

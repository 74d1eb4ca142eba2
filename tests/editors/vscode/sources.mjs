// The code that the scenarios and the pictures show.
export const REFERENCE = `def moving_average(values, width):
    """Mean of each window of values."""
    result = []
    total = 0
    for index, value in enumerate(values):
        total += value
        if index >= width:
            total -= values[index - width]
        if index >= width - 1:
            result.append(total / width)
    return result


def count_words(text):
    counts = {}
    for word in text.lower().split():
        counts[word] = counts.get(word, 0) + 1
    return counts
`;

// The same by other names, and with one operator another.
export const CANDIDATE = `# codescore: reference=reference.py


def moving_average(numbers, n):
    out = []
    s = 0
    for i, x in enumerate(numbers):
        s += x
        if i >= n:
            s -= numbers[i - n]
        if i > n - 1:
            out.append(s / n)
    return out


def count_words(line):
    seen = {}
    for w in line.lower().split():
        seen[w] = seen.get(w, 0) + 1
    return seen
`;

export const HALF = `def half(n):
    total = 0
    for i in range(n):
        total += i
    return total / 2
`;
export const MINE = HALF.replaceAll("total", "s");
export const WRONG = MINE.replace("+=", "-=");
export const DIRECTIVE = "# codescore: reference=reference.py\n";

"use strict";
// Tables can be sorted by any column: a button in each heading, the order said by aria-sort.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows].at(-1).cells;
  [...headings].forEach((heading, column) => {
    const button = document.createElement("button");
    button.textContent = heading.textContent;
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort") !== "descending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => {
        const cell = row.cells[column];
        return column && cell.dataset.value === undefined ? null : column ? Number(cell.dataset.value) : cell.textContent;
      };
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        if (x === null || y === null) return (x === null) - (y === null);
        const order = typeof x === "string" ? y.localeCompare(x) : x - y;
        return down ? -order : order;
      });
      body.append(...rows);
    });
  });
}
// What is folded is printed, too.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((d) => (d.open = true)));

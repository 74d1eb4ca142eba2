"""Evidence for JavaScript and TypeScript."""

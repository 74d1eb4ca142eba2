/** Made by generate.py from the server's own tables; not written by hand. */

export const LANGUAGE_IDS: readonly string[] = ["java", "javascript", "javascriptreact", "python"];
export const EXTENSIONS: string[] = ["cjs", "java", "js", "jsx", "mjs", "py", "pyi", "pyw"];
export const SOURCE_FILES = "**/*.{cjs,java,js,jsx,mjs,py,pyi,pyw}";
export const OPTION_NAMES: readonly string[] = ["threshold", "pooling", "bundle", "badges", "badgeDetail", "problems", "severity", "allowOutsideReferences", "maxFileBytes", "evidence", "evidenceSeconds", "experiment", "experimentStore", "pause"];
export const VERSION = "0.1.0";

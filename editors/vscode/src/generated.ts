/** Made by generate.py from the server's own tables; not written by hand. */

export const LANGUAGE_IDS: readonly string[] = ["java", "python"];
export const EXTENSIONS: string[] = ["java", "py", "pyi", "pyw"];
export const SOURCE_FILES = "**/*.{java,py,pyi,pyw}";
export const OPTION_NAMES: readonly string[] = ["threshold", "pooling", "bundle", "badges", "badgeDetail", "problems", "severity", "allowOutsideReferences", "maxFileBytes", "evidence", "evidenceSeconds", "experiment", "experimentStore", "pause"];
export const VERSION = "0.1.0";

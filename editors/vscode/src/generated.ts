/** Made by generate.py from the server's own tables; not written by hand. */

export const LANGUAGE_IDS: readonly string[] = ["cpp", "java", "javascript", "javascriptreact", "python", "typescriptreact", "typescript"];
export const EXTENSIONS: string[] = ["c++", "cc", "cjs", "cpp", "cts", "cxx", "h++", "hh", "hpp", "hxx", "java", "js", "jsx", "mjs", "mts", "py", "pyi", "pyw", "ts", "tsx"];
export const SOURCE_FILES = "**/*.{c++,cc,cjs,cpp,cts,cxx,h++,hh,hpp,hxx,java,js,jsx,mjs,mts,py,pyi,pyw,ts,tsx}";
export const OPTION_NAMES: readonly string[] = ["threshold", "pooling", "bundle", "badges", "badgeDetail", "problems", "severity", "allowOutsideReferences", "maxFileBytes", "evidence", "evidenceSeconds", "experiment", "experimentStore", "pause"];
export const VERSION = "0.1.0";

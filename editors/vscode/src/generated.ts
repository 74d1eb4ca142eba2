/** Made by generate.py from the server's own tables; not written by hand. */

export const LANGUAGE_IDS: readonly string[] = ["c", "cpp", "csharp", "cs", "go", "java", "javascript", "javascriptreact", "kotlin", "php", "python", "ruby", "rust", "swift", "typescriptreact", "typescript"];
export const EXTENSIONS: string[] = ["c", "c++", "cc", "cjs", "cpp", "cs", "csx", "cts", "cxx", "go", "h", "h++", "hh", "hpp", "hxx", "java", "js", "jsx", "kt", "kts", "mjs", "mts", "php", "py", "pyi", "pyw", "rb", "rs", "swift", "ts", "tsx"];
export const SOURCE_FILES = "**/*.{c,c++,cc,cjs,cpp,cs,csx,cts,cxx,go,h,h++,hh,hpp,hxx,java,js,jsx,kt,kts,mjs,mts,php,py,pyi,pyw,rb,rs,swift,ts,tsx}";
export const OPTION_NAMES: readonly string[] = ["threshold", "pooling", "bundle", "badges", "badgeDetail", "problems", "severity", "allowOutsideReferences", "maxFileBytes", "evidence", "evidenceSeconds", "library", "environment", "experiment", "experimentStore", "pause"];
export const VERSION = "0.1.0";

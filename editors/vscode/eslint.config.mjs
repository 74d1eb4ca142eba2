// Strict, type-aware rules; what is switched off says why.
import eslint from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist", "node_modules", "*.mjs"] },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A number in a label needs no String() around it.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // The editor's API takes callbacks whose promises it does not wait for.
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      "no-restricted-syntax": [
        "error",
        { selector: "MemberExpression[property.name='exec'][object.name='child_process']", message: "No shells: execFile or spawn with a list." },
        { selector: "Property[key.name='shell'][value.value=true]", message: "No shells." },
      ],
    },
  },
);

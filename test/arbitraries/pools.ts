/** Small pools, with the corners in them, so that two values are often equal. */
export const strings: readonly string[] = [
  "",
  "a",
  "ab",
  "abc",
  "exec",
  "rm -rf /",
  "git push",
  "😀",
  "é",
  "e\u0301",
  "\0",
  "__proto__",
  "\n\"'\\",
  "src/a.ts",
  "C:\\a",
];
export const numbers: readonly number[] = [0, 1, -1, 0.5, 2, 3, 1e-7, 9_007_199_254_740_991];

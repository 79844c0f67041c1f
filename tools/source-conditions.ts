/** How tests resolve packages of the workspace: from their sources, and all others as Node does. */
export const sourceConditions: readonly string[] = [
  "@gatehouse-hooks/source",
  "node",
  "import",
  "module",
  "default",
];

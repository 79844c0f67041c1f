/** The documented front matter fields (document 000, "Frontmatter fields"). */
export const FRONTMATTER_KEYS = [
  "name",
  "events",
  "description",
  "condition",
  "model",
  "timeout",
  "cache",
  "priority",
  "enabled",
] as const;

export type FrontmatterKey = (typeof FRONTMATTER_KEYS)[number];

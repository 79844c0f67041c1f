/** A property of the event, from its root. */
export type Path = readonly string[];

/** What a policy of the workload asks; each subject translates it into its language. */
export type Check =
  | { readonly kind: "all" | "some"; readonly of: readonly Check[] }
  | { readonly kind: "not"; readonly of: Check }
  | { readonly kind: "is"; readonly path: Path; readonly value: string }
  | { readonly kind: "among"; readonly path: Path; readonly values: readonly string[] }
  | { readonly kind: Affix; readonly path: Path; readonly value: string; readonly lower?: boolean }
  /** A pattern that RE2 and JavaScript read alike. */
  | {
      readonly kind: "matches";
      readonly path: Path;
      readonly pattern: string;
      readonly ignoreCase?: boolean;
    }
  /** A glob, and the regular expression that a person writes for it. */
  | { readonly kind: "glob"; readonly path: Path; readonly glob: string; readonly byHand: string }
  | { readonly kind: "above"; readonly path: Path; readonly value: number }
  /** One element of the list has a string under `key` with the value in it. */
  | { readonly kind: "element"; readonly path: Path; readonly key: string; readonly value: string };

/** Where a string has to be. */
export type Affix = "includes" | "startsWith" | "endsWith";

/** One policy: the events of these tools for which the check holds are denied. */
export interface Rule {
  readonly id: number;
  readonly check: Check;
}

export const all = (...of: readonly Check[]): Check => ({ kind: "all", of });
export const some = (...of: readonly Check[]): Check => ({ kind: "some", of });
export const not = (of: Check): Check => ({ kind: "not", of });

const TOOL: Path = ["toolName"];
const COMMAND: Path = ["params", "command"];
const FILE: Path = ["params", "file_path"];

export const tool = (...names: readonly string[]): Check =>
  names.length === 1
    ? { kind: "is", path: TOOL, value: names[0] ?? "" }
    : { kind: "among", path: TOOL, values: names };
export const command = (kind: Affix, value: string): Check => ({ kind, path: COMMAND, value });
export const commandMatches = (pattern: string, ignoreCase = false): Check => ({
  kind: "matches",
  path: COMMAND,
  pattern,
  ignoreCase,
});
export const file = (kind: Affix, value: string): Check => ({ kind, path: FILE, value });
export const fileMatches = (pattern: string, ignoreCase = false): Check => ({
  kind: "matches",
  path: FILE,
  pattern,
  ignoreCase,
});
export const fileGlob = (glob: string, byHand: string): Check => ({ kind: "glob", path: FILE, glob, byHand });
export const content = (value: string): Check => ({
  kind: "includes",
  path: ["params", "content"],
  value,
});
export const contentMatches = (pattern: string, ignoreCase = false): Check => ({
  kind: "matches",
  path: ["params", "content"],
  pattern,
  ignoreCase,
});

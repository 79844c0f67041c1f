import { parse } from "@gatehouse-hooks/condition";

/** A glob of paths for `touches` and `within`, and a path that it matches. */
export interface PathPattern {
  readonly glob: string;
  readonly example: string;
}

/** A path that begins with a variable of the environment, which no agent's documents say is replaced. */
export const VARIABLE: RegExp = /^(?:\$\{?[A-Z][A-Z0-9_]*\}?|%[A-Za-z]+%)[/\\]/;
/** Why a rule about such a path is not kept. */
export const IN_PATH = "a path that begins with a variable is one of a folder with that name: no path is so";

/** What no glob of `touches` may have. */
const NOT_A_PATH = /\/\/|(?:^|\/)\.{1,2}(?:\/|$)/;

/**
 * The glob of a path and all below it.
 *
 * @param anchor `~`, `.`, or empty for the root of the file system
 * @param rest below the anchor, with wildcards of gitignore: `*`, `**`, `?` and classes
 * @returns null where paths are not written so
 */
export function treePattern(anchor: "~" | "." | "", rest: string): PathPattern | null {
  const clean = rest.replace(/^\.?\//, "").replace(/\/+$/, "");
  // In gitignore braces are characters, with or without a backslash.
  const glob = clean.replaceAll(/\\?([{},])|\\./g, (all: string, brace?: string) =>
    brace === undefined ? all : `\\${brace}`,
  );
  if (NOT_A_PATH.test(`/${clean}`.slice(1)) || clean.includes("\n")) return null;
  if (!isGlob(glob)) return null;
  if (clean === "" || clean === "**") return { glob: `${anchor}/**`, example: `${baseOf(anchor)}/x` };
  const below = clean.endsWith("/**") ? "" : "{,/**}";
  return { glob: `${anchor}/${glob}${below}`, example: `${baseOf(anchor)}/${exampleOf(clean)}` };
}

/** The same for simple wildcards, in which `*` crosses slashes, and nothing below is meant. */
export function simplePathPattern(pattern: string): PathPattern | null {
  const [, home, absolute] = /^(~|\$HOME)?(\/)?/.exec(pattern) ?? [];
  const anchor = home !== undefined ? "~" : absolute !== undefined ? "" : ".";
  const clean = pattern.replace(/^(?:~|\$HOME)/, "").replace(/^\.?\//, "");
  if (NOT_A_PATH.test(clean) || clean.endsWith("/") || /[\n\\]/.test(clean)) return null;
  const glob = clean.replaceAll(/[{},[\]]/g, String.raw`\$&`).replaceAll(/\*+/g, "**");
  if (!isGlob(glob)) return null;
  const example = clean.replaceAll(/\*+|\?/g, "x");
  if (clean === "") return anchor === "~" ? { glob: "~", example: baseOf("~") } : null;
  if (anchor === "." && glob.startsWith("**")) return { glob, example: `${baseOf(".")}/${example}` };
  return { glob: `${anchor}/${glob}`, example: `${baseOf(anchor)}/${example}` };
}

/** Whether `touches` reads it, behind whatever folder. */
function isGlob(glob: string): boolean {
  const text = JSON.stringify(`./${glob}`);
  const { issues } = parse(`facts.reads.any(r, r.touches(${text.replaceAll("//", "/")}))`, {
    escapes: "strict",
  });
  return glob === "" || !issues.some(({ severity }) => severity === "error");
}

/** Where the examples of tests are. */
const BASES = { "~": "/home/user", ".": "/work", "": "" } as const;

function baseOf(anchor: "~" | "." | ""): string {
  return BASES[anchor];
}

function exampleOf(glob: string): string {
  return (
    glob
      .replaceAll(/\*\*\//g, "")
      .replaceAll(/\*+|\?/g, "x")
      .replaceAll(/\[[!^](?:\\.|[^\]\\])*\]/g, "-")
      // A backslash quotes the character behind it, within brackets, too.
      .replaceAll(/\[(\\?.)(?:\\.|[^\]\\])*\]/g, "$1")
      .replaceAll(/\\(.)/g, "$1")
  );
}

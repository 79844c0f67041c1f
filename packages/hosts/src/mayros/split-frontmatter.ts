import type { Tier } from "@gatehouse-hooks/engine";
import type { Report } from "../text/report.js";
import type { Source } from "../text/source.js";

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

/** The parts of a hook file, as offsets in `source.text`. */
export interface Frontmatter {
  /** The lines between the fences. */
  readonly block: readonly [start: number, end: number];
  /** Where the body begins: behind the three dashes that close the front matter. */
  readonly bodyStart: number;
}

const OPENING = /^-{3,}[ \t]*$/;
const KEY = /^["']?([a-z]+)["']?[ \t]*:/;
const EXACT = /^---[ \t]*$/;

/**
 * Finds the front matter of a markdown file: a first line `---`, and the first later line that begins with `---`
 * (SPEC, "Fences"). Nothing in the body is parsed again.
 *
 * @returns `null` when none could be read; the report then says why
 */
export function splitFrontmatter(source: Source, report: Report, tier: Tier = "project"): Frontmatter | null {
  const { text, lines } = source;
  const first = lineAt(source, 0);
  const unread = notOpened(text, first, tier);
  if (unread !== null) {
    report.add(unread.at, unread.problem);
    return null;
  }
  if (!EXACT.test(first)) {
    report.add(3, {
      code: "frontmatter-fence",
      message: "the first line has more than three dashes; it is read as `---`",
      cure: "write exactly `---`",
    });
  }
  const closing = lines.findIndex((start, index) => index > 0 && text.startsWith("---", start));
  if (closing < 0) {
    report.add(0, {
      code: "frontmatter-fence",
      message: "the line `---` that ends the front matter is missing, so no hook is loaded",
      cure: "add a line `---` before the policy's text",
    });
    return null;
  }
  const end = lines[closing] ?? text.length;
  if (!EXACT.test(lineAt(source, closing))) {
    report.add(end + 3, {
      code: "frontmatter-fence",
      message:
        "text follows the closing `---`; the front matter ends here all the same and the text is part of the prompt",
      cure: "write exactly `---`",
    });
  }
  return { block: [lines[1] ?? text.length, end], bodyStart: end + 3 };
}

interface Unread {
  readonly at: number;
  readonly problem: Parameters<Report["add"]>[1];
}

/** Why no front matter begins with the first line; null where one does. */
function notOpened(text: string, first: string, tier: Tier): Unread | null {
  if (text.trim() === "")
    return unread({
      code: "empty-file",
      message: "the file is empty and no hook is loaded",
      cure: "begin with a line `---`, then `name:` and `events:`, a line `---`, and the policy in plain words",
    });
  // An organisation keeps nothing else in its folder.
  if (tier !== "enforced" && !isMeantAsHook(text))
    return unread({
      severity: "warning",
      code: "no-frontmatter",
      message: "the file does not begin with `---`: it is not a hook, and nothing of it is in force",
      cure: "move it out of the hooks' folder; to make it a hook, begin it with `---`, `name:`, `events:` and `---`",
    });
  if (!first.startsWith("---"))
    return unread({
      code: "no-frontmatter",
      message: "the first line is not `---`, so no hook is loaded",
      cure: text.trimStart().startsWith("---")
        ? "remove the blank lines and blanks before the first `---`"
        : "begin with a line `---`, then `name:` and `events:`, and a line `---`",
    });
  if (OPENING.test(first)) return null;
  return unread(
    {
      code: "frontmatter-language",
      message:
        "text follows the first `---`: front matter in another language is refused, and no hook is loaded",
      cure: "write the line as `---` and the front matter as `key: value` lines",
    },
    3,
  );
}

function unread(problem: Unread["problem"], at = 0): Unread {
  return { at, problem };
}

/** Characters of the beginning that tell what a file was meant as. */
const HEAD = 1_000;
/** What nobody sees in an editor: half of a character of two bytes, a mark of the encoding. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}]/gu;
const LINES_BEFORE_FENCE = 3;

/**
 * A README beside the hooks guards nothing. What begins with a fence, or with a key of the front matter whose fence is missing, was
 * meant to guard something; so was what has a line or two before its front matter, such as the language of a copied block.
 */
function isMeantAsHook(text: string): boolean {
  const lines = text.slice(0, HEAD).replace(UNSEEN, "").trimStart().split("\n");
  const [first = ""] = lines;
  if (/^\p{Pd}{2,}[ \t]*$/u.test(first) || first.startsWith("---") || isKeyLine(first)) return true;
  return lines
    .slice(0, LINES_BEFORE_FENCE)
    .some((line, at) => line.startsWith("---") && isKeyLine(lines[at + 1] ?? ""));
}

function isKeyLine(line: string): boolean {
  const key = KEY.exec(line)?.[1];
  return FRONTMATTER_KEYS.some((known) => known === key);
}

/** A line without its end. */
export function lineAt(source: Source, index: number): string {
  const { text, lines } = source;
  const next = lines[index + 1];
  return text.slice(lines[index] ?? text.length, next === undefined ? text.length : next - 1);
}

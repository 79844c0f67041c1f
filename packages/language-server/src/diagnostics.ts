import type { Issue } from "@gatehouse-hooks/json";
import type { Checked, WrittenPolicy } from "./checked.js";
import { lineRange, type TextFile, type TextRange } from "./text-file.js";

/** An issue of a file, where an editor underlines it. */
export interface Diagnostic {
  readonly range: TextRange;
  readonly severity: Issue["severity"];
  readonly code: string;
  readonly message: string;
  readonly cure?: string;
  /** Other policies that the message is about. */
  readonly related: readonly WrittenPolicy[];
}

/** The most issues of one file that are shown. */
const MAX_DIAGNOSTICS = 200;
/** What is underlined at an offset: a name with its parts, a string, else one character. */
const WORD = /^(?:[\w$][\w$.-]*|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\S)/;

/** The issues of one file among those of its set. */
export function diagnostics(file: TextFile, checked: Checked): readonly Diagnostic[] {
  return checked.issues
    .filter(({ path }) => path === file.path)
    .slice(0, MAX_DIAGNOSTICS)
    .map((issue) => ({
      range: rangeOf(file.text, issue),
      severity: issue.severity,
      code: issue.code,
      message: issue.message,
      ...(issue.cure !== undefined && { cure: issue.cure }),
      related: relatedTo(issue, checked.policies),
    }));
}

function rangeOf(text: string, { offset, line = 1 }: Issue): TextRange {
  if (offset === undefined) return lineRange(text, line);
  const start = Math.max(0, Math.min(offset, text.length));
  const word = WORD.exec(text.slice(start, start + 200))?.[0] ?? "";
  return { start, end: start + word.replace(/[.-]+$/, "").length };
}

/** The policies whose names the message quotes, apart from the one that it is about. */
function relatedTo(
  { message, path, line }: Issue,
  policies: readonly WrittenPolicy[],
): readonly WrittenPolicy[] {
  const quoted = new Set([...message.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  return policies
    .filter((one) => quoted.has(one.id) && !(one.path === path && one.line === line))
    .slice(0, 12);
}

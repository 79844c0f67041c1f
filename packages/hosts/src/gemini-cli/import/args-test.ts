import type { ArgsTest } from "./gemini-rule.js";

/** The canonical names of arguments that have another one in Gemini CLI. */
const CANONICAL: ReadonlyMap<string, string> = new Map([
  ["file_path", "path"],
  ["dir_path", "path"],
]);
const HEAD = /^(?:\\0|\0)?"([a-z_]{1,40})":"/;
const TAIL = /"(?:\\0|\0)?$/;
/** What means something else in the JSON text of all arguments than in one argument: quotes, backslashes, anchors. */
const ELSEWHERE = /["\0]|\\\\|\\[0bBxu]|\^(?!\])|\$/;
const CLASS_START = /\[\^/g;

/** What `argsPattern` wants, which Gemini CLI tests against the JSON text of all arguments. */
export function argsPatternTest(pattern: string): ArgsTest {
  const text = unescapeQuotes(pattern);
  const head = HEAD.exec(text);
  const key = head?.[1];
  if (head === null || key === undefined)
    return {
      kind: "unreadable",
      why: 'it is tested against the JSON text of all arguments, and does not begin with `"argument":"`',
    };
  const rest = text.slice(head[0].length);
  const isWhole = TAIL.test(rest);
  return patternTest(CANONICAL.get(key) ?? key, isWhole ? rest.replace(TAIL, "") : rest, isWhole);
}

/** What `commandRegex` wants: from the start of the command. */
export function commandRegexTest(regex: string): ArgsTest {
  return patternTest("command", regex, false);
}

function patternTest(key: string, regex: string, isWhole: boolean): ArgsTest {
  if (ELSEWHERE.test(regex.replaceAll(CLASS_START, "[")))
    return {
      kind: "unreadable",
      why: "its quotes, backslashes and anchors mean those of JSON text, not of the argument",
    };
  return { kind: "pattern", key, regex, isWhole };
}

/** Gemini CLI itself writes quotes with a backslash that a pattern does not need. */
function unescapeQuotes(pattern: string): string {
  return pattern.replaceAll(/\\(\\|"|:|_)/g, (whole, one: string) => (one === "\\" ? whole : one));
}

import { isRecord, type JsonValue, sealJson } from "@gatehouse-hooks/json";
import JSON5 from "json5";
import type { CodexTool } from "./session-call.js";

/** The most calls of one script that are read. */
const MAX_CALLS = 100;
/** The deepest nesting of an argument. */
const MAX_DEPTH = 32;
/** How often a character of a script may be looked at: literals that do not end are not looked for again and again. */
const MAX_LOOKS = 4;

/**
 * The tool calls of a script whose arguments are literals: `tools.exec_command({ cmd: "ls" })`, in the order of the text. Arguments
 * that are computed are not known, and whether a call was reached is not, either.
 */
export function scriptCalls(script: string): readonly CodexTool[] {
  const calls: CodexTool[] = [];
  let budget = script.length * MAX_LOOKS;
  const pattern = /\btools\.([A-Za-z_$][\w$]{0,200})\(\s*/g;
  for (
    let match = pattern.exec(script);
    match !== null && calls.length < MAX_CALLS;
    match = pattern.exec(script)
  ) {
    if (budget <= 0) break;
    const literal = readLiteral(script, pattern.lastIndex);
    budget -= literal.end - pattern.lastIndex;
    const params = literal.text === undefined ? undefined : valueOf(literal.text);
    if (params === undefined) continue;
    calls.push({ tool: match[1] ?? "", params });
    pattern.lastIndex = literal.end;
  }
  return calls;
}

function valueOf(text: string): CodexTool["params"] | undefined {
  let value: unknown;
  try {
    // JSON5 writes to the console about separators of lines that are not escaped.
    value =
      text === "" ? {} : JSON5.parse(text.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029"));
  } catch {
    return undefined;
  }
  const sealed = sealJson(value, { loneSurrogates: "keep" });
  if (sealed.issue !== undefined) return undefined;
  const read: JsonValue = sealed.value;
  return typeof read === "string" || isRecord(read) ? read : undefined;
}

const QUOTES: ReadonlySet<string> = new Set(['"', "'", "`"]);

/** The first argument of a call as JSON5; without a text it is not a literal. */
function readLiteral(script: string, start: number): { readonly text?: string; readonly end: number } {
  let text = "";
  let depth = 0;
  for (let at = start; at < script.length; at++) {
    const char = script[at] ?? "";
    if (QUOTES.has(char)) {
      const end = endOfString(script, at);
      if (end === -1) return { end: script.length };
      const quoted = script.slice(at, end + 1);
      const plain = char === "`" ? fromTemplate(quoted) : quoted;
      if (plain === undefined) return { end };
      text += plain;
      at = end;
    } else if ("{[".includes(char)) {
      if (++depth > MAX_DEPTH) return { end: at };
      text += char;
    } else if (depth === 0 && (char === ")" || char === ",")) return { text: text.trim(), end: at };
    else if ("}]".includes(char)) {
      depth--;
      text += char;
      if (depth < 0) return { end: at };
    } else if ("()".includes(char)) return { end: at };
    else text += char;
  }
  return { end: script.length };
}

function endOfString(script: string, start: number): number {
  const quote = script[start];
  for (let at = start + 1; at < script.length; at++) {
    if (script[at] === "\\") at++;
    else if (script[at] === quote) return at;
  }
  return -1;
}

/** A template without expressions as a string of JSON5, which has the same escapes. */
function fromTemplate(quoted: string): string | undefined {
  let text = "";
  for (let at = 1; at < quoted.length - 1; at++) {
    const char = quoted[at] ?? "";
    if (char === "$" && quoted[at + 1] === "{") return undefined;
    if (char === "\\") text += char + (quoted[++at] ?? "");
    else if (char === '"') text += '\\"';
    else if (char === "\n") text += "\\n";
    else if (char !== "\r") text += char;
  }
  return `"${text}"`;
}

import { isRecord, type JsonObject, type JsonValue, nearName, parseJson } from "@gatehouse-hooks/json";
import { cut } from "../../text/characters.js";

/** A denial in a place of the output where docker-agent does not read it. */
interface UnreadDenial {
  readonly reason: string;
  /** It is on separate lines: it is not part of a sentence. */
  readonly apart: boolean;
  /** For people: where it is and how to write it correctly. */
  readonly note: string;
}

/** The keys under which people write a decision, without underscores and letter case. */
const WORD_KEYS: readonly string[] = [
  "permissiondecision",
  "decision",
  "permission",
  "verdict",
  "effect",
  "action",
  "result",
];
const REASON_KEYS: readonly string[] = ["permissiondecisionreason", "reason", "stopreason", "message"];
const DENY_WORDS: ReadonlySet<string> = new Set(["deny", "denied", "block", "blocked", "reject", "rejected"]);
/** Keys that deny when they are true, and those that deny when they are false. */
const DENY_FLAGS: readonly string[] = ["block", "blocked", "deny", "denied", "reject", "rejected"];
const ALLOW_FLAGS: readonly string[] = ["allow", "allowed", "approve", "approved", "continue"];
/** The most objects of a list that are looked at. */
const MAX_ITEMS = 100;
/** The longest output that is looked through, in UTF-16 code units. */
const MAX_TEXT = 262_144;

/** Looks for a denial in the stdout of a command that ended well: next to other text, in a list, under another key. */
export function unreadDenial(stdout: string): UnreadDenial | null {
  if (stdout.length > MAX_TEXT) return null;
  const whole = valueOf(stdout);
  const behind = whole === undefined ? valueOf(between(stdout, "{", "}")) : undefined;
  const listed = whole === undefined && behind === undefined ? valueOf(between(stdout, "[", "]")) : undefined;
  const value = whole ?? behind ?? listed;
  if (value === undefined) return null;
  const items: readonly JsonValue[] = Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [value];
  const found = items
    .filter((item) => isRecord(item))
    .flatMap((object) => denialsOf(object))
    .at(0);
  if (found === undefined) return null;
  const where = whole === undefined ? ", behind other text" : Array.isArray(value) ? ", in a list" : "";
  return {
    reason: found.reason,
    apart: whole !== undefined || isApart(stdout, behind === undefined ? ["[", "]"] : ["{", "}"]),
    note: `the output denies with \`${cut(found.key, 60)}\`${where}: docker-agent reads \`decision: block\` of one JSON object only`,
  };
}

function denialsOf(object: JsonObject): readonly { readonly key: string; readonly reason: string }[] {
  const inner = Object.entries(object).filter(([key]) => plain(key) === "hookspecificoutput");
  const levels = [object, ...inner.map(([, value]) => value).filter((item) => isRecord(item))];
  const reason = levels.map(reasonIn).find((text) => text !== "") ?? "";
  return levels.flatMap((level) =>
    Object.entries(level)
      .filter(([key, value]) => denies(plain(key), value))
      .map(([key]) => ({ key, reason })),
  );
}

function denies(key: string, value: JsonValue): boolean {
  if (typeof value === "string") {
    const known = WORD_KEYS.includes(key) || nearName(key, WORD_KEYS.slice(0, 2)) !== null;
    return known && DENY_WORDS.has(value.trim().toLowerCase());
  }
  return value === true ? DENY_FLAGS.includes(key) : value === false && ALLOW_FLAGS.includes(key);
}

function reasonIn(object: JsonObject): string {
  for (const [key, value] of Object.entries(object)) {
    if (REASON_KEYS.includes(plain(key)) && typeof value === "string") return value;
  }
  return "";
}

/** The text from the first of one character to the last of the other. */
function between(text: string, first: string, last: string): string {
  const start = text.indexOf(first);
  const end = text.lastIndexOf(last);
  return start < 0 || end < start ? "" : text.slice(start, end + 1);
}

function isApart(text: string, [first, last]: readonly [string, string]): boolean {
  const before = text.slice(0, text.indexOf(first));
  const after = text.slice(text.lastIndexOf(last) + 1);
  return /(?:^|\n)[ \t]*$/.test(before) && /^[ \t\r]*(?:\n|$)/.test(after);
}

function valueOf(text: string): JsonValue | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  const { value, issue } = parseJson(text);
  return issue === undefined ? value : undefined;
}

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[_-]/g, "");
}

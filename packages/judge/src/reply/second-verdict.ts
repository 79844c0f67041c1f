import type { JsonValue } from "@gatehouse-hooks/json";

/** What the reader itself reads. */
const READ: ReadonlySet<string> = new Set(["decision", "reason", "nonce", "confidence"]);

/** Keys that are a verdict of their own, as `fold` writes them: whatever the decision is, the reply then says two things. */
const CHANNELS: ReadonlySet<string> = new Set([
  "verdict",
  "action",
  "result",
  "allow",
  "allowed",
  "approve",
  "approved",
  "deny",
  "denied",
  "block",
  "blocked",
  "permission",
  "permissiondecision",
  "override",
  "final",
  "finaldecision",
  "decision",
  "answer",
  "outcome",
  "status",
  "proto",
  "constructor",
  "prototype",
]);

/** Parts of keys under which a reply may say more than its decision: beside an approval they have to be empty. */
const SAYS_MORE =
  /verdict|decision|judg|recommend|conclu|final|answer|outcome|action|result|overrid|allow|approv|permi|den[iy]|block|reject|refus|forbid|prohibit|veto|violat|safe|flag|pass|fail|risk|danger|harm|malicious|threat|objection|concern|correct|instead/;

/** Words that refuse, and no others that begin so; in any string beside an approval. */
const REFUSES =
  /(?:^|[^\p{L}])(?:den(?:y|ies|ied|ying)|block(?:s|ed|ing)?|reject\p{L}*|refus\p{L}*|forb(?:id|ade)\p{L}*|disallow\p{L}*|disapprov\p{L}*|prohibit\p{L}*|veto\p{L}*|unsafe\p{L}*|unauthori[sz]ed|violat\p{L}*|malicious\p{L}*|dangerous\p{L}*|harmful\p{L}*)(?=$|[^\p{L}])/u;

/** Words that are a verdict where they are nearly all that is said. */
const ANSWERS: ReadonlySet<string> = new Set(
  "approve approved approves allow allowed allows permit permitted accept accepted ask warn warning pass passed fail failed safe yes no not ok okay true false stop halt abort cancel never negative positive".split(
    " ",
  ),
);
/** Longer strings are prose. */
const MOST_WORDS = 3;

/** A key other than `decision` that names a verdict too: the reply then says two things (SPEC, "Reply", rule 6). */
export function secondChannel(fields: ReadonlyMap<string, JsonValue>): string | undefined {
  return [...fields.keys()].find((key) => key !== "decision" && CHANNELS.has(fold(key)));
}

/**
 * A key of an approving reply whose value may be a second verdict (SPEC, "Reply", rule 7). There is no list of all the words for
 * a verdict, so it is asked the other way round: what is not plainly something else may be one.
 */
export function contradiction(fields: ReadonlyMap<string, JsonValue>): string | undefined {
  for (const [key, value] of fields) {
    if (!READ.has(key) && maySayNo(key, value)) return key;
  }
  return undefined;
}

function maySayNo(key: string, value: JsonValue): boolean {
  return !isEmpty(value) && (SAYS_MORE.test(fold(key)) || isVerdict(value));
}

/** Nothing is said: `refusal: null` comes with every reply of some servers. */
function isEmpty(value: JsonValue): boolean {
  if (value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  return typeof value === "object" && Object.keys(value).length === 0;
}

function isVerdict(value: JsonValue): boolean {
  if (typeof value === "string") return isVerdictText(value);
  if (typeof value !== "object" || value === null) return value !== null;
  if (Array.isArray(value)) return value.some((item: JsonValue) => isVerdict(item));
  return Object.entries(value).some(([key, item]: [string, JsonValue]) => maySayNo(key, item));
}

function isVerdictText(text: string): boolean {
  const plain = text.normalize("NFKC").toLowerCase();
  if (REFUSES.test(plain)) return true;
  const words = plain.split(/[^\p{L}]+/u).filter((word) => word !== "");
  return words.length <= MOST_WORDS && words.some((word) => ANSWERS.has(word));
}

/** `Final_Decision` → `finaldecision`. */
function fold(key: string): string {
  return key.normalize("NFKC").toLowerCase().replace(/\P{L}/gu, "");
}

import stringify from "fast-json-stable-stringify";
import { canonicalJson, hasLoneSurrogate, wtf8 } from "@gatehouse-hooks/json/canonical";
import { sha256 } from "#sha256";

/** What differs each time the same call is made, and what is derived from the rest. */
const PASSING: ReadonlySet<string> = new Set(["raw", "timestamp", "toolCallId", "facts"]);

/**
 * SHA-256, in lower-case hex, of what a call is: its event without the payload as it came, the time and the number of the call. Equal for
 * the same call tried again, different for any other.
 *
 * @param event made by `readEvent`
 */
export function callHash(event: Readonly<Record<string, unknown>>): string {
  const lasting = Object.entries(event).filter(([key]) => !PASSING.has(key));
  // A tag, so that no other hash of a similar text is taken for one of these.
  return sha256(`gatehouse call 1\n${canonicalJson(Object.fromEntries(lasting))}`);
}

/** Everything that a judge's answer depends on. */
export interface KeyParts {
  /** The event's name. */
  readonly event: string;
  /** The policy's body: the prompt as written. */
  readonly body: string;
  /** `provider/model`; `null` for the judge's default. */
  readonly model: string | null;
  /** Exactly what the judge will see of the event: the whole event, or its projection. */
  readonly context: unknown;
  /** The version of what derived the facts that are in the context; absent when there are none. */
  readonly derives?: string | undefined;
}

/** Goes up when keys or the meaning of stored verdicts change: old entries are then never found. */
const KEY_VERSION = 1;

/**
 * The key of a question to a judge: `sha256(canonical([1, event, sha256(body), model, sha256(canonical(context))]))`
 * in lower-case hex, 64 characters; with `derives` as a sixth part where it is given. Two keys are equal iff all parts are equal (SPEC, "Verdict keys").
 *
 * @throws NotJsonError when the context is not JSON data
 * @throws TypeError when another part is not a string
 */
export function verdictKey(parts: KeyParts): string {
  const { event, body, model, context } = parts;
  const derives = Object.hasOwn(parts, "derives") ? parts.derives : undefined;
  requireText("event", event);
  requireText("body", body);
  if (model !== null) requireText("model", model);
  if (derives !== undefined) requireText("derives", derives);
  const contextHash = sha256(canonicalJson(context));
  // Strings and a number, checked: the library can encode them. Contexts are long, and have an encoder that is
  // tested against it.
  const all = [KEY_VERSION, event, hashOfBody(body), model, contextHash];
  return sha256(stringify(derives === undefined ? all : [...all, derives]));
}

// Policies are few and stable; their prompts need not be hashed for every event. Bounded by number and length.
const KEPT_BODIES = 64;
const KEPT_BODY_LENGTH = 16_384;
const bodyHashes = new Map<string, string>();

function hashOfBody(body: string): string {
  let bodyHash = bodyHashes.get(body);
  if (bodyHash === undefined) {
    bodyHash = sha256(hasLoneSurrogate(body) ? wtf8(body) : body);
    if (body.length > KEPT_BODY_LENGTH) return bodyHash;
    if (bodyHashes.size === KEPT_BODIES) bodyHashes.clear();
    bodyHashes.set(body, bodyHash);
  }
  return bodyHash;
}

function requireText(name: string, value: unknown): void {
  if (typeof value !== "string")
    throw new TypeError(`expected \`${name}\` to be a string, got ${typeof value}`);
}

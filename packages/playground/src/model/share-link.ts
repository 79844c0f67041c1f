import { MOST_OF_POLICIES, type PlaygroundTrial, type Supposed } from "./trial.js";

/** What a fragment of an address holds: a trial, nothing, or something that is not one. */
type ReadLink =
  | { readonly kind: "trial"; readonly trial: PlaygroundTrial }
  | { readonly kind: "none" }
  | { readonly kind: "bad"; readonly why: string };

/** What the data of this version begins with. */
const PREFIX = "#1.";
/** Characters of a fragment. */
const MAX_FRAGMENT = 65_536;
/** Bytes of a trial, unpacked: a small fragment may unpack to gigabytes. */
const MAX_TRIAL = 524_288;
const MOST_SUPPOSED = 1000;

/**
 * A trial as a fragment of an address: it stays in the browser, as browsers do not send fragments.
 *
 * @returns null for a trial that does not fit
 */
export async function writeShareLink(trial: PlaygroundTrial): Promise<string | null> {
  const bytes = new TextEncoder().encode(JSON.stringify(trial));
  if (bytes.length > MAX_TRIAL) return null;
  const packed = await collected(
    streamOf(bytes).pipeThrough(new CompressionStream("deflate-raw")),
    MAX_TRIAL,
  );
  if (packed === null) return null;
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  const fragment = PREFIX + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return fragment.length > MAX_FRAGMENT ? null : fragment;
}

/** Reads a fragment, whole or not at all. */
export async function readShareLink(fragment: string): Promise<ReadLink> {
  if (fragment === "" || fragment === "#") return { kind: "none" };
  if (fragment.length > MAX_FRAGMENT) return bad("it is too long");
  if (!fragment.startsWith(PREFIX)) return bad("it is of another version of this page, or of none");
  try {
    const text = fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/");
    const packed = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    const bytes = await collected(
      streamOf(packed).pipeThrough(new DecompressionStream("deflate-raw")),
      MAX_TRIAL,
    );
    if (bytes === null) return bad("it unpacks to too much");
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const trial = trialOf(value);
    return trial === null ? bad("it holds something else than a trial") : { kind: "trial", trial };
  } catch {
    return bad("it is damaged");
  }
}

function bad(why: string): ReadLink {
  return { kind: "bad", why };
}

function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

async function collected(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array | null> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const next = await reader.read();
    if (next.done) break;
    length += next.value.length;
    if (length > most) {
      await reader.cancel();
      return null;
    }
    parts.push(next.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function trialOf(value: unknown): PlaygroundTrial | null {
  if (typeof value !== "object" || value === null) return null;
  const own = new Map<string, unknown>(Object.entries(value));
  const policies = own.get("policies");
  const event = own.get("event");
  const agent = own.get("agent");
  const interactive = own.get("interactive");
  const supposed = supposedIn(own.get("supposed"));
  const isTrial =
    typeof policies === "string" &&
    policies.length <= MOST_OF_POLICIES &&
    typeof event === "string" &&
    typeof agent === "string" &&
    typeof interactive === "boolean" &&
    supposed !== null;
  return isTrial ? { policies, event, agent, interactive, supposed } : null;
}

function supposedIn(value: unknown): Readonly<Record<string, Supposed>> | null {
  if (typeof value !== "object" || value === null) return null;
  const entries = Object.entries(value).filter((one): one is [string, Supposed] => isSupposed(one[1]));
  const isWhole = entries.length === Object.keys(value).length && entries.length <= MOST_SUPPOSED;
  return isWhole ? Object.fromEntries(entries) : null;
}

/** Whether this is what a policy that is asked can be supposed to answer. */
export function isSupposed(value: unknown): value is Supposed {
  return value === "approve" || value === "deny" || value === "failure";
}

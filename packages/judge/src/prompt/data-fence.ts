import { type JsonValue, isList, isRecord } from "@gatehouse-hooks/json";

/** What a marker may look like: nothing that JSON escapes. */
const markerShape = /^[A-Za-z0-9]{8,64}$/;

// Invisible, directional or look-alike-of-nothing characters: a reader must see them. What `JSON.stringify` escapes
// already is not listed: C0 controls, quotes, backslashes and lone surrogates.
const unseen =
  /[\u007f-\u009f\p{Cf}\p{Co}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** Writes untrusted values between tags that carry the marker of one request. */
export interface DataFence {
  readonly open: string;
  readonly close: string;
  /** The value as JSON without any `<`, so that it cannot hold a tag; not yet between the tags. */
  encode(value: JsonValue): string;
}

/**
 * The fence for one request.
 *
 * @param marker - fresh and unpredictable: 8 to 64 letters and digits.
 * @throws RangeError for another marker.
 */
export function dataFence(marker: string): DataFence {
  if (!markerShape.test(marker)) throw new RangeError("a marker has 8 to 64 letters and digits");
  return {
    open: `<data-${marker}>`,
    close: `</data-${marker}>`,
    encode: (value) => {
      const json = JSON.stringify(withoutMarker(value, marker));
      return json.replaceAll("<", "\\u003c").replace(unseen, escapeUnits);
    },
  };
}

/** The marker is not data: an event that holds it is guessing. */
function withoutMarker(value: JsonValue, marker: string): JsonValue {
  if (typeof value === "string") return value.replaceAll(marker, "[marker]");
  if (isList(value)) return value.map((item) => withoutMarker(item, marker));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key.replaceAll(marker, "[marker]"),
      withoutMarker(item, marker),
    ]),
  );
}

function escapeUnits(char: string): string {
  let out = "";
  for (let at = 0; at < char.length; at++) {
    out += `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }
  return out;
}

/** 128 random bits in hex, from the platform's generator for secrets: what event data cannot have guessed. */
export function freshMarker(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

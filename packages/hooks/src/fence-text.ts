import { dataFence } from "@gatehouse-hooks/judge";
import { redact } from "@gatehouse-hooks/redact";

/** Puts untrusted strings between the tags of one request. */
export interface TextFence {
  readonly open: string;
  readonly close: string;
  /** The text with its secrets hidden. For whole strings: what is picked or cut out of one may be half a secret. */
  readonly hide: (text: string) => string;
  /** The text as a JSON string between the tags. Its secrets are hidden by then. */
  wrap(text: string): string;
}

/** @param marker - fresh and unpredictable: 8 to 64 letters and digits. */
export function textFence(marker: string, hidesSecrets: boolean): TextFence {
  const fence = dataFence(marker);
  const { open, close } = fence;
  return {
    open,
    close,
    hide: (text) => (hidesSecrets ? redact(text) : text),
    wrap: (text) => `${open}${fence.encode(text)}${close}`,
  };
}

/** The last `limit` UTF-16 code units at most, see `shorten`. */
export function shortenStart(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const tail = text.slice(text.length - Math.max(0, limit - 1));
  return `…${tail.replace(/^\p{Cs}/u, "")}`;
}

import type { JsonValue } from "@gatehouse-hooks/json";

import type { DataFence } from "./data-fence.js";
import { readPath } from "./read-path.js";

/** A policy's body with event data in the place of its placeholders. */
export interface FilledBody {
  readonly text: string;
  /** Placeholders that name nothing in the context: left as they are. */
  readonly unknown: readonly string[];
  /** Data was cut because all of it together was longer than the limit. */
  readonly cut: boolean;
}

const placeholder =
  /\{\{[ \t]{0,8}([A-Za-z_][A-Za-z0-9_-]{0,63}(?:\.[A-Za-z0-9_-]{1,64}){0,15})[ \t]{0,8}\}\}/g;

/**
 * Fills `{{context}}` and `{{dotted.paths}}` in one pass: what was filled in is never looked at again. Without a
 * filled placeholder the whole context follows the body.
 *
 * @param limit - UTF-16 code units of encoded data, for all placeholders together.
 */
export function fillBody(body: string, context: JsonValue, fence: DataFence, limit: number): FilledBody {
  const unknown: string[] = [];
  let left = limit;
  let cut = false;
  let filled = 0;
  const put = (value: JsonValue): string => {
    const data = fence.encode(value);
    const shown = data.length <= left ? data : cutEncoded(data, left);
    cut ||= shown !== data;
    left = Math.max(0, left - data.length);
    filled++;
    return `${fence.open}${shown}${fence.close}`;
  };
  const text = body.replace(placeholder, (whole, path: string) => {
    const value = path === "context" ? context : readPath(context, path);
    if (value !== undefined) return put(value);
    unknown.push(path);
    return whole;
  });
  return { text: filled > 0 ? text : `${text}\n\nContext: ${put(context)}`, unknown, cut };
}

/** At most `limit` characters, the last of them an ellipsis; no half of a character, no half of an escape. */
function cutEncoded(data: string, limit: number): string {
  const head = data.slice(0, Math.max(0, limit - 1));
  return `${head.replace(/\\(?:u[0-9a-f]{0,3})?$/, "").replace(/\p{Cs}$/u, "")}…`;
}

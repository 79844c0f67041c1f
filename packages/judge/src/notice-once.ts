import type { Notice } from "./judge-options.js";

/** Messages that are remembered; beyond them nothing more is reported. */
const maxNotices = 1_000;

/** Calls `listener` once for each thing. */
export function noticeOnce(
  listener: ((notice: Notice) => void) | undefined,
): (code: Notice["code"], message: string) => void {
  const said = new Set<string>();
  return (code, message) => {
    const key = `${code} ${message}`;
    if (listener === undefined || said.has(key) || said.size >= maxNotices) return;
    said.add(key);
    listener({ code, message });
  };
}

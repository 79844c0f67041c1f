import type { JudgeNotice } from "./judge-options.js";

/** Messages that are remembered; beyond them nothing more is reported. */
const maxNotices = 1_000;

/** Calls `listener` once for each thing. */
export function noticeOnce(
  listener: ((notice: JudgeNotice) => void) | undefined,
): (code: JudgeNotice["code"], message: string) => void {
  const said = new Set<string>();
  return (code, message) => {
    const key = `${code} ${message}`;
    if (listener === undefined || said.has(key) || said.size >= maxNotices) return;
    said.add(key);
    listener({ code, message });
  };
}

import { placeholderAt } from "./placeholder.js";
import { ENDS_WORD, readDouble } from "./read-word.js";
import { giveUp, type Scan } from "./scan-state.js";
import type { Piece, ShellWord } from "./word.js";

/** Behind `<<` or `<<-`: the end mark. */
export function announceHereDocument(scan: Scan, strip: boolean, take: (body: ShellWord) => void): void {
  const start = scan.at;
  const match = /(?:[A-Za-z0-9_.%+,@^-]|\\[A-Za-z_]|'[^'\n\\$`]*'|"[^"\n\\$`]*")+/y;
  match.lastIndex = scan.at;
  const [raw = ""] = match.exec(scan.text) ?? [];
  scan.at += raw.length;
  if (raw === "" || !(scan.text[scan.at] === undefined || ENDS_WORD.test(scan.text[scan.at] ?? "")))
    giveUp(scan, "the end mark of a here-document", start);
  scan.pending.push({ delimiter: raw.replace(/['"\\]/g, ""), strip, quoted: /['"\\]/.test(raw), take });
}

/** At the start of a line: the bodies of the here-documents that the line before announced. */
export function readHereDocuments(scan: Scan): void {
  for (const { delimiter, strip, quoted, take } of scan.pending.splice(0)) {
    const start = scan.at;
    let line = scan.at;
    let end = -1;
    while (end < 0) {
      if (line >= scan.text.length) giveUp(scan, "a here-document without its end mark", start);
      const stop = scan.text.indexOf("\n", line);
      const next = stop < 0 ? scan.text.length : stop;
      const content = scan.text.slice(line, next);
      if ((strip ? content.replace(/^\t+/, "") : content) === delimiter) {
        end = line;
        line = Math.min(next + 1, scan.text.length);
      } else line = next + 1;
    }
    const pieces: Piece[] = [];
    let run = "";
    const flush = (): void => {
      if (run !== "") pieces.push({ kind: "text", text: run });
      run = "";
    };
    const first = scan.values.length;
    if (quoted) {
      for (; scan.at < end; scan.at++) {
        const found = scan.text[scan.at] === "{" ? placeholderAt(scan.text, scan.at) : null;
        const variable = found === null ? undefined : scan.variables.get(found.name);
        if (found === null) continue;
        if (variable === undefined) {
          scan.unknown.push(found);
          continue;
        }
        scan.values.push({ kind: "value", variable, state: "heredoc", ...found });
        scan.unsafe.push({
          at: found.start,
          where: "in a here-document whose end mark is quoted: nothing is replaced there",
          cure: `write \`<<${delimiter}\` without quotes, and a backslash before each \`$\` and backquote of the scan.text`,
        });
      }
      run = "";
    } else {
      readDouble(
        scan,
        (piece) => {
          flush();
          pieces.push(piece);
        },
        (more) => (run += more),
        "heredoc",
        end,
      );
      if (scan.at !== end) giveUp(scan, "an expansion that runs over the end of a here-document", start);
    }
    flush();
    const body: ShellWord = { pieces, start, plain: false };
    if (scan.values.length > first && !quoted) scan.words.push(body);
    take(body);
    scan.at = line;
  }
}

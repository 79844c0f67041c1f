import type { AuditRecord } from "./audit-entry.js";
import { lineHash } from "./heads.js";
import { readRecord } from "./read-record.js";
import { readSegment } from "./read-trail.js";
import { linesOf } from "./segment-writer.js";
import { segmentPath } from "./segments.js";
import type { ReportProblem } from "./trail-report.js";

interface ChainLine {
  readonly hash: string;
  readonly record: AuditRecord | null;
  referenced: boolean;
}

/** One file of a trail. */
interface ChainFile {
  readonly number: number;
  readonly path: string;
  readonly lines: ChainLine[];
  readonly byHash: Map<string, ChainLine>;
  readonly positions: Map<string, number>;
  /** The position of the last line that any writer of this file had read. */
  lastSeen: number;
}

interface Place {
  readonly file: string;
  readonly line: number;
}

/** A run of a writer, as far as the trail tells. */
interface TrailRun extends Place {
  readonly pid: number;
  readonly closed: boolean;
}

/** The lines of a trail, in the order of its files, and how they point to each other. */
export class TrailChain {
  /** Records that the writers said they lost. */
  lost = 0;
  records = 0;
  readonly runs: Map<string, TrailRun> = new Map();
  readonly #numbers: readonly number[];
  readonly #first: number;
  readonly #report: ReportProblem;
  readonly #files = new Map<number, ChainFile>();
  #firstAt: string | undefined;

  /** @param numbers - of the files, ascending. */
  constructor(numbers: readonly number[], report: ReportProblem) {
    this.#numbers = numbers;
    this.#first = numbers[0] ?? 1;
    this.#report = report;
  }

  /** Reads every file, and reports what is wrong with a line whatever follows it. */
  async read(directory: string, onFile?: (done: number, of: number) => void): Promise<void> {
    let before: number | undefined;
    for (const [done, number] of this.#numbers.entries()) {
      onFile?.(done, this.#numbers.length);
      const path = segmentPath(directory, number);
      if (before !== undefined && before !== number - 1) {
        const message = `the files between ${before} and ${number} are gone`;
        this.#report({ severity: "error", code: "missing-file", message, file: path });
      }
      const file = { number, path, lines: [], byHash: new Map(), positions: new Map(), lastSeen: -1 };
      this.#files.set(number, file);
      for (const bytes of linesOf(await readSegment(directory, number))) this.#add(file, bytes);
      before = number;
    }
  }

  /** Reports lines that no later one knows. Later files may point to a line, too: once all of them are read. */
  checkReferences(): void {
    for (const file of this.#files.values()) {
      for (const [position, line] of file.lines.entries()) this.#checkReferenced(file, position, line);
    }
  }

  /** Whether a line with this hash is in the trail. */
  has(hash: string): boolean {
    return [...this.#files.values()].some(({ byHash }) => byHash.has(hash));
  }

  /** The lines that no later one points to, with the number of their file. */
  heads(): readonly { readonly file: number; readonly hash: string }[] {
    return [...this.#files].flatMap(([file, { byHash }]) =>
      [...byHash.values()].filter((one) => !one.referenced).map(({ hash }) => ({ file, hash })),
    );
  }

  #add(file: ChainFile, bytes: Uint8Array): void {
    const line: ChainLine = { hash: lineHash(bytes), record: readRecord(bytes), referenced: false };
    const position = file.lines.length;
    const place = { file: file.path, line: position + 1 };
    for (const reference of line.record?.prev ?? []) this.#follow(file, reference, place);
    if (line.record !== null) this.#count(line.record, file.number, position, place);
    if (file.byHash.has(line.hash)) {
      const message = "the line is a copy of an earlier one";
      this.#report({ severity: "error", code: "inserted", message, ...place });
    }
    file.positions.set(line.hash, position);
    file.byHash.set(line.hash, line);
    file.lines.push(line);
  }

  #follow(file: ChainFile, reference: string, place: Place): void {
    const found = this.#resolve(reference, file.number);
    if (found !== undefined) {
      found.referenced = true;
      file.lastSeen = Math.max(file.lastSeen, file.positions.get(reference) ?? -1);
      return;
    }
    // A file that is missing is reported once; one that the bound on files has removed is not a problem.
    if (isEarlier(reference, this.#first) || isInMissingFile(reference, this.#numbers)) return;
    const message = "a line before this one was removed or changed";
    this.#report({ severity: "error", code: "broken-link", message, ...place });
  }

  #count(record: AuditRecord, file: number, position: number, place: Place): void {
    this.records++;
    this.#firstAt ??= record.at;
    if (record.prev.length === 0 && !mayStart(record, file, position, this.#firstAt)) {
      const message = "the line points to none before it";
      this.#report({ severity: "error", code: "missing-start", message, ...place });
    }
    if (record.kind === "open") this.runs.set(record.run, { ...place, pid: record.pid, closed: false });
    const run = this.runs.get(record.run);
    if (record.kind === "close" && run !== undefined) this.runs.set(record.run, { ...run, closed: true });
    if (record.kind === "lost") this.lost += record.count;
  }

  #checkReferenced({ path, lastSeen }: ChainFile, position: number, line: ChainLine): void {
    const place = { file: path, line: position + 1 };
    if (line.record === null) {
      const isTorn = line.referenced || position >= lastSeen;
      const torn = "its writer was killed, or the disk was full: this one record is lost";
      if (isTorn) this.#report({ severity: "warning", code: "torn", message: torn, ...place });
      else this.#report({ severity: "error", code: "changed", message: "the line is no record", ...place });
    } else if (!line.referenced && position < lastSeen) {
      const message = "no later line points to it: it was put in, changed, or what pointed to it is gone";
      this.#report({ severity: "error", code: "inserted", message, ...place });
    }
  }

  #resolve(reference: string, number: number): ChainLine | undefined {
    const [file, hash] = reference.includes(":") ? reference.split(":", 2) : [String(number), reference];
    return this.#files.get(Number(file))?.byHash.get(hash ?? "");
  }
}

/** Writers that begin a trail at the same moment do not see each other; milliseconds. */
const SAME_MOMENT_MS = 60_000;

/** Whether a record may point to none before it: the first of a trail, or of a writer that began it at the same moment. */
function mayStart({ kind, at }: AuditRecord, file: number, position: number, firstAt: string): boolean {
  if (file > 1) return false;
  if (position === 0) return true;
  return kind === "open" && Math.abs(Date.parse(at) - Date.parse(firstAt)) <= SAME_MOMENT_MS;
}

/** Points into a file that the bound on files has removed. */
function isEarlier(reference: string, first: number): boolean {
  return reference.includes(":") && Number(reference.split(":", 1)[0]) < first;
}

function isInMissingFile(reference: string, numbers: readonly number[]): boolean {
  return reference.includes(":") && !numbers.includes(Number(reference.split(":", 1)[0]));
}

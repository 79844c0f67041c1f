import { isInFolder } from "./match-glob.js";
import { PLACE_REFUSALS } from "./refusal-kinds.table.js";
import type { Seen, SeenPlace } from "./seen.js";

/** What a box has refused, as far as a program has said so. */
export interface RefusedPlace {
  readonly kind: keyof typeof PLACE_REFUSALS;
  /** Absolute. */
  readonly path: string;
  /** The policy whose place it is; of what is outside of the workspace none. */
  readonly policy: string;
}

/** What the kernel says of a place that a box hides or keeps, in the words of the C library and of Node. */
const SAYS =
  /Permission denied|Read-only file system|Device or resource busy|Is a directory|No such file or directory|\bE(?:ACCES|ROFS|BUSY|ISDIR|NOENT)\b/i;
const READ_ONLY = /Read-only file system|\bEROFS\b/i;
const BUSY = /Device or resource busy|\bEBUSY\b/i;
const MADE = /Is a directory|\bEISDIR\b/i;
const GONE = /No such file or directory|\bENOENT\b/i;
/** The most lines that are read, those at the end; and the most places that are named. */
const MOST_LINES = 400;
const MOST_PLACES = 10;
const LONGEST_LINE = 4_096;

/** Where paths are read from, and what a box has of a profile. */
export interface BoxedCall extends Pick<Seen, "workspace" | "cwd" | "hidden" | "kept"> {
  readonly home: string;
}

/**
 * The places that a program was refused, each with the policy that has it: what it has written on standard error is looked through for the words
 * of the kernel and a path beside them. What a program swallows is not seen, and nothing is guessed.
 *
 * @param text what was written on standard error, or the end of that
 */
export function refusedPlaces(text: string, call: BoxedCall): readonly RefusedPlace[] {
  const found = new Map<string, RefusedPlace>();
  const lines = text.split("\n").slice(-MOST_LINES);
  for (const line of lines) {
    if (line.length > LONGEST_LINE || !SAYS.test(line) || found.size >= MOST_PLACES) continue;
    const one = refusedIn(line, call);
    if (one !== undefined) found.set(one.path, one);
  }
  return [...found.values()];
}

/** One line that says what was refused by which policy, why, and what to do instead. */
export function placeRefusalLine({ kind, path, policy }: RefusedPlace): string {
  const { reason, cure } = PLACE_REFUSALS[kind];
  return `gatehouse box: [${policy}] \`${path}\` was refused: ${reason}; ${cure}`;
}

function refusedIn(line: string, call: BoxedCall): RefusedPlace | undefined {
  const paths = pathsIn(line, call);
  for (const path of paths) {
    const hidden = MADE.test(line) ? undefined : placeOf(path, call.hidden);
    if (hidden !== undefined) return { kind: "hidden", path, policy: hidden.policy };
    const kept = GONE.test(line) ? undefined : placeOf(path, call.kept);
    if (kept !== undefined) return { kind: "kept", path, policy: kept.policy };
    const inside = BUSY.test(line) ? insideOf(path, [...call.hidden, ...call.kept]) : undefined;
    if (inside !== undefined) return { kind: "holds", path, policy: inside.policy };
  }
  const outside = paths.findLast((path) => path !== "/" && !isInFolder(path, call.workspace));
  if (outside === undefined || !READ_ONLY.test(line)) return undefined;
  return { kind: "outside", path: outside, policy: "box/outside" };
}

/** What in a line may be a path, absolute: what is in quotes, what is between colons, and each word. */
function pathsIn(line: string, { cwd, home }: BoxedCall): readonly string[] {
  const quoted = [...line.matchAll(/['"`‘](?<path>[^'"`’]+)['"`’]/g)].map(
    ({ groups }) => groups?.["path"] ?? "",
  );
  const words = [...quoted, ...line.split(/:\s+/), ...line.split(/[\s:,;()='"`‘’]+/)];
  const paths = words.filter((word) => word !== "").map((word) => absolutePath(word, cwd, home));
  return [...new Set(paths)];
}

function absolutePath(word: string, cwd: string, home: string): string {
  const path = word.startsWith("/")
    ? word
    : /^~(?:\/|$)/.test(word)
      ? home + word.slice(1)
      : `${cwd}/${word}`;
  const parts: string[] = [];
  for (const part of path.split("/"))
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  return `/${parts.join("/")}`;
}

function placeOf(path: string, places: readonly SeenPlace[]): SeenPlace | undefined {
  return places.find((one) => path === one.path || (one.isFolder && isInFolder(path, one.path)));
}

function insideOf(path: string, places: readonly SeenPlace[]): SeenPlace | undefined {
  return places.find((one) => isInFolder(one.path, path));
}

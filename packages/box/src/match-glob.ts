/** A glob without braces, ready to be compared. */
export type GlobSegments = readonly string[];

/** The parts of a path or glob between its slashes. */
export function segmentsOf(path: string): GlobSegments {
  return path.split("/").filter((part) => part !== "");
}

/**
 * Whether a glob matches a whole path. `**` is any number of folders, `*` and `?` stay in one, `[a-z]` is one sign. The work grows with
 * the product of both lengths.
 */
export function matchesGlob(glob: GlobSegments, path: GlobSegments): boolean {
  let reached = new Set([0]);
  for (const part of glob) {
    const next = new Set<number>();
    for (const at of reached) {
      if (part === "**") for (let end = at; end <= path.length; end++) next.add(end);
      else if (at < path.length && matchesSegment(part, path[at] ?? "")) next.add(at + 1);
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(path.length);
}

/** Whether one segment of a glob matches a name. */
export function matchesSegment(glob: string, name: string): boolean {
  let [at, inGlob] = [0, 0];
  let [star, from] = [-1, 0];
  while (at < name.length) {
    const one = glob[inGlob];
    const range = one === "[" ? rangeAt(glob, inGlob, name[at] ?? "") : undefined;
    if (one === "*") {
      star = inGlob++;
      from = at;
    } else if (range?.holds === true) {
      inGlob = range.end;
      at++;
    } else if (range === undefined && (one === "?" || one === name[at])) {
      inGlob++;
      at++;
    } else if (star >= 0) {
      inGlob = star + 1;
      at = ++from;
    } else return false;
  }
  while (glob[inGlob] === "*") inGlob++;
  return inGlob === glob.length;
}

function rangeAt(glob: string, open: number, sign: string): { holds: boolean; end: number } | undefined {
  const close = glob.indexOf("]", open + 2);
  if (close < 0) return undefined;
  const isNot = glob[open + 1] === "!" || glob[open + 1] === "^";
  const body = glob.slice(open + (isNot ? 2 : 1), close);
  let holds = false;
  for (let at = 0; at < body.length; at++) {
    const [low = "", dash, high] = [body[at], body[at + 1], body[at + 2]];
    if (dash === "-" && high !== undefined) {
      holds ||= sign >= low && sign <= high;
      at += 2;
    } else holds ||= sign === low;
  }
  return { holds: holds !== isNot, end: close + 1 };
}

/**
 * Whether a path is a folder, or is below it.
 *
 * @param path absolute or relative, as the folder is, and without `.` and `..`
 */
export function isInFolder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

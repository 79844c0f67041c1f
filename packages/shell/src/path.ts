import { type Field, type FieldPart, NO_ORIGINS, literalOf, partsOfField, simplify } from "./field.js";

/** Makes a path of segments normal: no `.`, `..`, `//`. Absolute stays absolute; `..` above the root is the root. */
export function normalizePath(path: string): string {
  // Most are, and a pattern that a process needs once is compiled for that.
  if (!path.includes("/.") && !path.includes("//") && !path.startsWith(".") && !path.endsWith("/"))
    return path;
  if (!/\/\/|(?:^|\/)\.\.?(?:\/|$)|.\/$/.test(path)) return path;
  const absolute = path.startsWith("/");
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (!absolute) kept.push("..");
  }
  const joined = kept.join("/");
  return absolute ? `/${joined}` : joined === "" ? "." : joined;
}

/** `C:`, `C:\x`, `C:/x`, `\\host\share`: a path of Windows, in any shell. */
const OF_WINDOWS = /^(?:[A-Za-z]:(?=[\\/]|$)|\\\\)/;

/**
 * A path of Windows with slashes, absolute below its drive as Git for Windows and Claude Code's rules write it: `C:\x` is `/c/x`,
 * `\\host\share` is `/unc/host/share`. Any other string is given back as it is.
 */
export function slashPath(text: string): string {
  // Nearly none is, which two letters say sooner than the pattern.
  if ((text[1] !== ":" && text[0] !== "\\") || !OF_WINDOWS.test(text)) return text;
  const path = text
    .replaceAll("\\", "/")
    .replace(/^\/\/[?.]\/unc\//i, "//")
    .replace(/^\/\/[?.]\/(?=[A-Za-z]:)/, "")
    .replace(/^\/\/\.\//, "/dev/")
    .replace(/^\/\/(?:localhost|127\.0\.0\.1|\.)\/([A-Za-z])\$(?=\/|$)/i, "$1:");
  const drive = /^([A-Za-z]):/.exec(path)?.[1];
  if (drive !== undefined) return `/${drive.toLowerCase()}${path.slice(2)}`;
  return path.startsWith("//") ? `/unc${path.slice(1)}` : path;
}

/** It begins with a drive or a share, or with a folder that is not known and a backslash. */
function isOfWindows([first, second]: readonly FieldPart[]): boolean {
  if (first?.kind === "text") return OF_WINDOWS.test(first.text);
  return first?.kind === "hole" && second?.kind === "text" && second.text.startsWith("\\");
}

/**
 * A path of Windows with slashes.
 *
 * @param always a backslash separates names in a relative path, too
 */
export function slashField(field: Field, always = false): Field {
  if (typeof field === "string") {
    const path = slashPath(field);
    return always || path !== field ? nameOfWindows(path.replaceAll("\\", "/")) : path;
  }
  if (!always && !isOfWindows(field)) return field;
  return field.map((part, at) => {
    if (part.kind !== "text") return part;
    const text = at === 0 ? slashPath(part.text) : part.text;
    return { ...part, text: text.replaceAll("\\", "/") };
  });
}

/** The name that Windows makes of it: `C:x` is below a folder of the drive, and what a name ends with does not count. */
function nameOfWindows(path: string): string {
  return path
    .replace(/^[A-Za-z]:(?=[^/])/, "")
    .replace(/::\$DATA$/i, "")
    .replace(/(?<=[^./ ])[. ]+$/, "");
}

/**
 * A path as a field, made absolute against a directory and normal: segments are kept apart by slashes that are known.
 * `..` after a glob removes it; after a hole nothing is known any more.
 */
export function resolvePath(given: Field, directory: Field): Field {
  const path = slashField(given);
  const known = literalOf(path);
  const base = typeof directory === "string" ? directory : null;
  if (known !== null) {
    if (known.startsWith("/")) return normalizePath(known);
    if (base !== null) return normalizePath(`${base}/${known}`);
  }
  const parts = partsOfField(path);
  const first = parts[0];
  const absolute =
    first !== undefined && ((first.kind === "text" && first.text.startsWith("/")) || isRooted(first));
  const all: readonly FieldPart[] = absolute ? parts : [...partsOfField(directory), SLASH, ...parts];
  return normalizeParts(all);
}

const SLASH: FieldPart = { kind: "text", text: "/", from: NO_ORIGINS };

/** The home directory is absolute; a hole at the beginning may be, and swallows the directory then. */
function isRooted(part: FieldPart): boolean {
  return part.kind === "hole" && part.form !== "number" && part.form !== "name";
}

function normalizeParts(parts: readonly FieldPart[]): Field {
  const segments: FieldPart[][] = [[]];
  for (const part of parts) {
    if (part.kind !== "text") {
      segments.at(-1)?.push(part);
      continue;
    }
    part.text.split("/").forEach((piece, index) => {
      if (index > 0) segments.push([]);
      if (piece !== "") segments.at(-1)?.push({ kind: "text", text: piece, from: NO_ORIGINS });
    });
  }
  let rooted = segments[0]?.[0];
  const kept: FieldPart[][] = rooted === undefined ? [] : [segments[0] ?? []];
  for (const segment of segments.slice(1)) {
    const only = segment.length === 0 ? "" : literalOf(segment);
    if (only === "" || only === ".") continue;
    if (only !== "..") kept.push(segment);
    else if (!mayLead(kept.at(-1) ?? [])) kept.pop();
    else if (kept.length === 1 && isPlace(kept[0])) {
      rooted = { kind: "hole", from: NO_ORIGINS, wide: false, form: "above" };
      kept.splice(0, 1, [rooted]);
    } else {
      // Where `..` of it is nobody knows: it may be above everything before it.
      rooted = { kind: "hole", from: NO_ORIGINS, wide: false, form: "any" };
      kept.splice(0, Infinity, [rooted]);
    }
  }
  const flat: FieldPart[] = [];
  kept.forEach((segment, index) => {
    if (index > 0 || rooted === undefined) flat.push(SLASH);
    flat.push(...segment);
  });
  if (flat.length === 0) return "/";
  return simplify(merge(flat));
}

/** The directory that the text begins in, or one above it, and nothing else. */
function isPlace(segment: readonly FieldPart[] = []): boolean {
  const [only] = segment;
  return segment.length === 1 && only?.kind === "hole" && (only.form === "here" || only.form === "above");
}

/** It may be more than one segment, or `.` or `..` itself. */
function mayLead(segment: readonly FieldPart[]): boolean {
  const isNamed = segment.some((one) => one.kind === "text" && /[^.]/.test(one.text));
  return segment.some(
    (one) => one.kind === "hole" && one.form !== "number" && (one.form !== "name" || !isNamed),
  );
}

/** Neighbouring strings as one. */
function merge(parts: readonly FieldPart[]): FieldPart[] {
  const merged: FieldPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.kind === "text" && last?.kind === "text" && part.from === last.from) {
      merged[merged.length - 1] = { kind: "text", text: last.text + part.text, from: part.from };
    } else merged.push(part);
  }
  return merged;
}

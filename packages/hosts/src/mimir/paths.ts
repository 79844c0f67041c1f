/** Paths as strings: this package touches no file, and sees paths of other machines. */

const DRIVE = /^[A-Za-z]:[\\/]/;

export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || path.startsWith("\\\\") || DRIVE.test(path);
}

/** With slashes, and without `.`, `..` and empty segments. `..` at the root of an absolute path stays there. */
export function normalized(path: string): string {
  const slashes = isWindows(path) ? path.replaceAll("\\", "/") : path;
  const root = /^(?:[A-Za-z]:)?\/+/.exec(slashes)?.[0] ?? "";
  const segments: string[] = [];
  for (const segment of slashes.slice(root.length).split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && segments.length > 0 && segments.at(-1) !== "..") segments.pop();
    else if (segment !== ".." || root === "") segments.push(segment);
  }
  return (root === "" ? "" : `${root.replace(/\/+$/, "")}/`) + segments.join("/");
}

/** A backslash is a separator on Windows only: elsewhere it is a letter of a name. */
function isWindows(path: string): boolean {
  return DRIVE.test(path) || path.startsWith("\\\\") || (path.includes("\\") && !path.includes("/"));
}

export function joined(directory: string, path: string): string {
  return `${directory.replace(/[\\/]+$/, "")}/${path}`;
}

/** The path below a directory; `null` when it is not below it. Both absolute and normalised. */
export function restBelow(directory: string, path: string): string | null {
  const start = directory.endsWith("/") ? directory : `${directory}/`;
  return path.startsWith(start) ? path.slice(start.length) : null;
}

export function baseName(path: string): string {
  return /[^\\/]*$/.exec(path.replace(/[\\/]+$/, ""))?.[0] ?? "";
}

/** From the last dot on, as in `.ts`; a dot at the start of a name begins no extension. */
export function extensionOf(path: string): string {
  return /[^.](\.[^.]*)$/.exec(baseName(path))?.[1] ?? "";
}

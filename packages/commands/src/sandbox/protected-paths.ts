import { lstatSync, readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { type Held, holdPlace } from "./held-places.js";

/** How the working directory of a box is mounted. */
type Protected =
  | {
      readonly kind: "mounts";
      /** Arguments for bubblewrap, outer directories first. */
      readonly args: readonly string[];
      /** The sandbox is gone: removes the placeholders of paths that do not exist. */
      readonly release: () => void;
    }
  | { readonly kind: "refused"; readonly message: string };

/** Folders and files that say what an agent may do, or that git takes programs from, wherever they are found. */
const NAMES: ReadonlySet<string> = new Set([".gatehouse", ".mayros", ".mimir", ".git", "mayros.json5"]);
/** How deep they are looked for below the working directory, and in how many directories. */
const MAX_DEPTH = 4;
const MAX_DIRECTORIES = 2_000;

/**
 * Mounts a working directory so that it can be written to, except for some paths in it. Those that do not exist cannot come into
 * being: an empty placeholder is there meanwhile. Directories above a protected path are mount points, too, which cannot be
 * renamed: else a copy with other contents could take their place.
 *
 * @param cwd absolute and without links
 * @param paths absolute; those outside of `cwd` are read-only in the box anyway
 */
export function protectPaths(cwd: string, paths: readonly string[]): Protected {
  const wanted = new Set<string>([...paths, ...foundBelow(cwd)].map((one) => insideOf(cwd, one) ?? ""));
  wanted.delete("");
  const link = [...wanted].map((one) => linkOnTheWay(cwd, one)).find((one) => one !== undefined);
  if (link !== undefined) {
    return {
      kind: "refused",
      message: `\`${link}\` is a link, which a command in the sandbox could replace: put a file or folder in its place`,
    };
  }
  if (wanted.has(cwd)) return { kind: "mounts", args: ["--ro-bind", cwd, cwd], release: () => undefined };
  // What is in a protected folder is protected with it.
  const outermost = [...wanted].filter((one) => !ancestors(cwd, one).some((above) => wanted.has(above)));
  const held: Held[] = [];
  const release = (): void => {
    for (const one of held) one.release();
  };
  const mounts = new Map<string, "--bind" | "--ro-bind">();
  for (const one of outermost) {
    const above = ancestors(cwd, one);
    if (above.some((directory) => kindOf(directory) !== "directory")) {
      const missing = above.find((directory) => kindOf(directory) !== "directory") ?? one;
      // The folder above is the placeholder for all that would be in it.
      mounts.set(missing, "--ro-bind");
    } else {
      mounts.set(one, "--ro-bind");
    }
  }
  for (const one of [...mounts.keys()]) {
    for (const directory of ancestors(cwd, one)) mounts.set(directory, mounts.get(directory) ?? "--bind");
    const place = holdPlace(one);
    if (place === undefined) {
      release();
      return {
        kind: "refused",
        message: `\`${one}\` cannot be kept from being made: is its folder writable?`,
      };
    }
    held.push(place);
  }
  const inOrder = [...mounts].sort(([a], [b]) => a.split(path.sep).length - b.split(path.sep).length);
  return {
    kind: "mounts",
    args: ["--bind", cwd, cwd, ...inOrder.flatMap(([one, how]) => [how, one, one])],
    release,
  };
}

/** The path as it is below the directory, links above it followed; undefined when it is elsewhere. */
function insideOf(cwd: string, file: string): string | undefined {
  const direct = path.resolve(file);
  if (isInside(cwd, direct)) return direct;
  for (let above = path.dirname(direct), rest = path.basename(direct); ;) {
    const real = realOf(above);
    if (real !== undefined) {
      const resolved = path.join(real, rest);
      return isInside(cwd, resolved) ? resolved : undefined;
    }
    if (path.dirname(above) === above) return undefined;
    rest = path.join(path.basename(above), rest);
    above = path.dirname(above);
  }
}

function isInside(directory: string, file: string): boolean {
  const relative = path.relative(directory, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The directories between the two, outer ones first, without either. */
function ancestors(cwd: string, file: string): readonly string[] {
  const parts = path.relative(cwd, file).split(path.sep).slice(0, -1);
  return parts.map((_, i) => path.join(cwd, ...parts.slice(0, i + 1)));
}

function linkOnTheWay(cwd: string, file: string): string | undefined {
  return [...ancestors(cwd, file), file].find((one) => kindOf(one) === "link");
}

/** The names of `NAMES` below a directory: repositories and projects within the project. */
function foundBelow(cwd: string): readonly string[] {
  const found: string[] = [];
  let looked = 0;
  let level = [cwd];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const next: string[] = [];
    for (const directory of level) {
      if (++looked > MAX_DIRECTORIES) return found;
      for (const entry of entriesOf(directory)) {
        const file = path.join(directory, entry.name);
        if (NAMES.has(entry.name)) {
          if (!entry.isSymbolicLink()) found.push(file);
        } else if (entry.isDirectory() && entry.name !== "node_modules") next.push(file);
      }
    }
    level = next;
  }
  return found;
}

function entriesOf(directory: string): ReturnType<typeof readDirectory> {
  try {
    return readDirectory(directory);
  } catch {
    return [];
  }
}

function readDirectory(directory: string) {
  return readdirSync(directory, { withFileTypes: true });
}

function kindOf(file: string): "directory" | "link" | "other" | "missing" {
  // Big integers: of a pipe, Node 20 would keep a plain answer, and then resolve no link for the next import.
  const stats = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  if (stats === undefined) return "missing";
  return stats.isSymbolicLink() ? "link" : stats.isDirectory() ? "directory" : "other";
}

function realOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

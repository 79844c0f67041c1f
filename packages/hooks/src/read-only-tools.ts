import { constants } from "node:fs";
import { lstat, open, readdir, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";

import { type JsonObject, shorten, own } from "@gatehouse-hooks/json";

import type { ModelTool } from "@gatehouse-hooks/judge";
import type { TextFence } from "./fence-text.js";
import { splitLines } from "./dedent.js";
import { textPattern } from "./text-pattern.js";

/** Bytes of a file that a model sees. */
const maxBytes = 65_536;
/** Bytes read beyond them: a secret that is cut in two is found whole. */
const overlap = 8_192;
/** Files that one `grep` looks into, entries that one `listFiles` shows, lines that `grep` shows. */
const maxFiles = 500;
const maxEntries = 500;
const maxHits = 100;

/**
 * Tools for a model that judges: `readFile`, `listFiles` and `grep`, confined to a folder. What leads out of it, by `..`,
 * an absolute path or a symbolic link, is refused; links are not followed in listings. Nothing is ever written.
 *
 * @param fence - marks what the tools answer as data.
 */
export function readOnlyTools(root: string, fence: TextFence): readonly ModelTool[] {
  const answer = (work: (input: Fields, signal: AbortSignal) => Promise<string>): ModelTool["run"] => {
    return async (input, signal) => {
      try {
        signal.throwIfAborted();
        return fence.wrap(await work(fieldsOf(input), signal));
      } catch (error) {
        return error instanceof Refusal ? `refused: ${error.message}` : "refused: it cannot be read";
      }
    };
  };
  return [
    {
      name: "readFile",
      description: `Reads a text file of the project, its first ${maxBytes} bytes.`,
      input: inputSchema("path"),
      run: answer(async ({ path }) => shorten(fence.hide(await readInside(root, path)), maxBytes)),
    },
    {
      name: "listFiles",
      description: "Lists a folder of the project. Folders end in a slash.",
      input: inputSchema("path"),
      run: answer(async ({ path }) => fence.hide((await listInside(root, path)).join("\n"))),
    },
    {
      name: "grep",
      description:
        "Finds lines that match a regular expression (RE2) in the files of a folder of the project.",
      input: inputSchema("path", "pattern"),
      run: answer(async ({ path, pattern }, signal) => await grepInside(root, path, pattern, signal, fence)),
    },
  ];
}

/** A refused request of a model; the message is for the model. */
class Refusal extends Error {}

interface Fields {
  readonly path: string;
  readonly pattern: string;
}

function fieldsOf(input: unknown): Fields {
  const text = (key: string): string => {
    const value = own(input, key);
    return typeof value === "string" ? value : "";
  };
  return { path: text("path"), pattern: text("pattern") };
}

/** The real path of something in the root. The root itself is the empty path. */
async function inside(root: string, path: string): Promise<string> {
  const home = await realpath(root);
  if (path.includes("\0") || isAbsolute(path) || !isUnder(home, resolve(home, path))) {
    throw new Refusal("only paths inside the project, relative to its folder");
  }
  const real = await realpath(resolve(home, path));
  if (!isUnder(home, real)) throw new Refusal("the path leads out of the project");
  return real;
}

function isUnder(home: string, path: string): boolean {
  const way = relative(home, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function readInside(root: string, path: string): Promise<string> {
  const real = await inside(root, path);
  // The path is free of links by now; one that is put there meanwhile is not followed.
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw new Refusal("it is not a file");
    const length = maxBytes + overlap;
    const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, 0);
    return new TextDecoder().decode(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

async function listInside(root: string, path: string): Promise<readonly string[]> {
  const real = await inside(root, path);
  if (!(await lstat(real)).isDirectory()) throw new Refusal("it is not a folder");
  const entries = await readdir(real, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort()
    .slice(0, maxEntries);
}

/** Looks for lines in the files as a model may see them: a pattern must not tell what is hidden. */
async function grepInside(
  root: string,
  path: string,
  pattern: string,
  signal: AbortSignal,
  { hide }: TextFence,
): Promise<string> {
  const regex = compiled(pattern);
  const hits: string[] = [];
  const folders = [path];
  let files = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const name of await listInside(root, folder)) {
      signal.throwIfAborted();
      const at = join(folder, name);
      if (name === ".git/" || name === "node_modules/") continue;
      if (name.endsWith("/")) folders.push(at);
      else if (++files <= maxFiles) {
        splitLines(hide(await readInside(root, at))).forEach((line, index) => {
          if (hits.length < maxHits && regex.search(line) === true)
            hits.push(`${hide(at)}:${index + 1}: ${shorten(line, 300)}`);
        });
      }
      if (hits.length >= maxHits || files > maxFiles) return [...hits, "…"].join("\n");
    }
  }
  return hits.join("\n");
}

function compiled(pattern: string): ReturnType<typeof textPattern> {
  try {
    return textPattern(pattern);
  } catch {
    throw new Refusal("the pattern is not an RE2 regular expression");
  }
}

function inputSchema(...fields: readonly string[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field, { type: "string" }])),
    required: fields,
    additionalProperties: false,
  };
}

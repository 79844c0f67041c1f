import path from "node:path";
import { lstat, realpath } from "../looks/recorded-fs.js";
import { readInside } from "./read-inside.js";

/**
 * The text of a small regular file, as a look that can be repeated (`recordLooks`). Never throws, never blocks, follows no link in the last
 * place.
 *
 * @param file absolute
 * @param maxBytes the longest that is read
 * @returns null where there is none: it is missing, longer, a link, a folder, a pipe, or cannot be read
 */
export async function readSmallFile(file: string, maxBytes: number): Promise<string | null> {
  try {
    if (!(await lstat(file)).isFile()) return null;
    const folder = await realpath(path.dirname(file));
    const read = await readInside(folder, path.join(folder, path.basename(file)), maxBytes);
    return read.kind === "file" ? new TextDecoder().decode(read.text) : null;
  } catch {
    return null;
  }
}

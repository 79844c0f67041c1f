import type { DataFile } from "./yaml/read-data-file.js";
import * as reader from "./yaml/read-data-file.js";

/**
 * Reads a file of data as strictly as a policy file ("Reading a file"): JSON when its name ends in `.json`, else YAML.
 *
 * @param text the whole file, at most 256 KiB
 * @param path for issues
 */
export function readDataFile(text: string | Uint8Array, path: string): DataFile {
  return lateReadDataFile().readData(text, path);
}

/** The reader of data files, with YAML. The build lets it run on the first call. */
function lateReadDataFile(): typeof reader {
  return reader;
}

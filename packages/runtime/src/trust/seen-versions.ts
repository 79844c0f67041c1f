import { isRecord, own } from "@gatehouse-hooks/json";
import { open } from "node:fs/promises";
import { sawError, sawFile } from "../looks/recorded-fs.js";
import { writePrivateFile } from "@gatehouse-hooks/audit";
import type { SignedStatement } from "./signed-statement.js";

/** The highest version of each signed file that was seen. */
export interface SeenVersions {
  /**
   * Remembers a version, unless it goes back.
   *
   * @returns why the file must not count, or null
   */
  accept(statement: SignedStatement): Promise<string | null>;
}

type Seen = Pick<SignedStatement, "path" | "version" | "sha256">;

const FORM_VERSION = 1;
/** The most bytes of the state that are read. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_FILES = 10_000;

/**
 * Rollback protection (SPEC, "Trust"): an older signed file put back in place of a newer one is refused. The state is the
 * user's file; deleting it starts anew.
 *
 * @param file where the versions are kept
 */
export function seenVersions(file: string): SeenVersions {
  let known: Promise<Map<string, Seen> | null> | undefined;

  return {
    async accept({ path, version, sha256 }) {
      known ??= read(file);
      const seen = await known;
      if (seen === null) return `\`${file}\`, which keeps the versions that were seen, cannot be read`;
      const before = seen.get(path);
      if (before !== undefined && version < before.version) {
        return `version ${version} is older than version ${before.version}, which was seen here`;
      }
      if (before?.version === version) {
        return before.sha256 === sha256 ? null : `version ${version} was another file when it was seen here`;
      }
      seen.set(path, { path, version, sha256 });
      return await write(file, seen);
    },
  };
}

async function read(file: string): Promise<Map<string, Seen> | null> {
  let text: string;
  try {
    const handle = await open(file, "r");
    try {
      const bytes = await handle.readFile();
      sawFile(file, await handle.stat({ bigint: true }), bytes);
      text = bytes.toString("utf8");
    } finally {
      await handle.close();
    }
  } catch (error) {
    sawError(file, error);
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? new Map() : null;
  }
  if (text.length > MAX_BYTES) return null;
  try {
    const value: unknown = JSON.parse(text);
    const version = own(value, "version");
    const files = own(value, "files");
    if (version !== FORM_VERSION || !Array.isArray(files) || !files.every(isSeen)) return null;
    return new Map(files.map((one) => [one.path, one]));
  } catch {
    return null;
  }
}

async function write(file: string, seen: Map<string, Seen>): Promise<string | null> {
  if (seen.size > MAX_FILES) return `more than ${MAX_FILES} signed files were seen here`;
  // Another process may have seen a newer one meanwhile.
  for (const [path, other] of (await read(file)) ?? []) {
    if (other.version > (seen.get(path)?.version ?? 0)) seen.set(path, other);
  }
  try {
    await writePrivateFile(
      file,
      `${JSON.stringify({ version: FORM_VERSION, files: [...seen.values()] }, null, 2)}\n`,
    );
    return null;
  } catch {
    return `\`${file}\`, which keeps the versions that were seen, cannot be written`;
  }
}

function isSeen(value: unknown): value is Seen {
  if (!isRecord(value)) return false;
  const { path, version, sha256 } = value;
  return typeof path === "string" && Number.isSafeInteger(version) && typeof sha256 === "string";
}

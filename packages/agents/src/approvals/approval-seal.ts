import { type Sealer, sealer } from "@gatehouse-hooks/cache/seal";
import { randomBytes } from "node:crypto";
import { link, lstat, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";

/** The key of all approvals of a user. What guards the guard denies agents to read it. */
const KEY = "key";
const KEY_BYTES = 32;

/**
 * The key that kept calls and approvals are sealed with; made on first use.
 *
 * @param folder private to the user
 * @returns undefined for a file that another may have written or read
 */
export async function approvalKey(folder: string): Promise<string | undefined> {
  const file = join(folder, KEY);
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) {
    const scratch = `${file}.${randomBytes(8).toString("hex")}`;
    await writeFile(scratch, randomBytes(KEY_BYTES).toString("hex"), { flag: "wx", mode: 0o600 });
    // Of several that make one, one is kept, and it is whole when it is seen.
    await link(scratch, file).catch(() => undefined);
    await rm(scratch, { force: true });
  } else if (!found.isFile() || (found.mode & 0o077) !== 0 || found.uid !== (process.getuid?.() ?? found.uid))
    return undefined;
  const key = await readFile(file, "utf8");
  return key.length === 2 * KEY_BYTES ? key : undefined;
}

/** Seals texts as one kind, and opens only what a holder of the key has sealed as this kind. */
export function approvalSealer(key: string, kind: string): Sealer {
  // No kind begins with another one: each ends with its line.
  return sealer(key, `gatehouse ${kind} call 1\n`);
}

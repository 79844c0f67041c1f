import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";

/**
 * Writes a file for this user only, all at once: a reader sees the old one or the new one. Folders are made as needed.
 *
 * @throws what the file system throws
 */
export async function writePrivateFile(file: string, text: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const scratch = `${file}.${randomBytes(8).toString("hex")}`;
  const handle = await open(scratch, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    await rename(scratch, file);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(scratch, { force: true });
    throw error;
  }
}

import { type Io, UsageError } from "@gatehouse-hooks/console";
import type { OpenPasskeys } from "./open-passkeys.js";
import type { ServerFile } from "./server-file.schema.js";

/**
 * The passkeys that a server's file names; undefined where it names none, and then nothing of them is loaded.
 *
 * @param folder relative paths are below it
 * @param onNotice told where their file turns out not to be sealed with the key, while the server runs
 * @throws UsageError, also where the package that they take is not installed
 */
export async function passkeysOfFile(
  io: Io,
  file: ServerFile,
  folder: string,
  onNotice: (notice: { readonly code: string; readonly message: string }) => void,
): Promise<OpenPasskeys | undefined> {
  if (file.passkeys === undefined) return undefined;
  const { openPasskeys } = await import("./open-passkeys.js").catch(() => {
    throw new UsageError(
      "`passkeys` needs the package `@simplewebauthn/server`",
      "npm install --global @simplewebauthn/server, beside gatehouse-hooks",
    );
  });
  return await openPasskeys(io, file, file.passkeys, { folder, onNotice });
}

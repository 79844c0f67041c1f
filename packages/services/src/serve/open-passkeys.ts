import { approvalSealer } from "@gatehouse-hooks/agents/approvals";
import { writePrivateFile } from "@gatehouse-hooks/audit";
import { withLock } from "@gatehouse-hooks/commands";
import { errorCodeOf, type Io, messageOf, UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import {
  createPasskeys,
  inviteFor,
  type PasskeyOwner,
  type Passkeys,
  type PasskeyStore,
} from "@gatehouse-hooks/server/passkeys";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { secretOf } from "./secret-of.js";
import type { ServerFile } from "./server-file.schema.js";

/** Passkeys of those who approve, and how a person gets one. */
export interface OpenPasskeys {
  readonly passkeys: Passkeys;
  /** A link by which a caller registers one, within 15 minutes. @throws UsageError for who does not approve */
  readonly invite: (caller: string) => string;
  /** A line for each of those who approve and have no passkey yet. */
  readonly missing: () => Promise<readonly string[]>;
}

interface OpenPasskeysOptions {
  /** Relative paths are below it. */
  readonly folder: string;
  /** Told where the file turns out not to be sealed with the key, while the server runs. */
  readonly onNotice: (notice: { readonly code: string; readonly message: string }) => void;
}

/** Passkeys in a file sealed with the server's key. @param place its path. @throws UsageError */
export async function openPasskeys(
  io: Io,
  { key: from, origin, tenants }: ServerFile,
  place: string,
  { folder, onNotice }: OpenPasskeysOptions,
): Promise<OpenPasskeys> {
  if (from === undefined || origin === undefined)
    throw new UsageError(
      "`passkeys` needs `key`, which its file is sealed with, and `origin`, which passkeys belong to",
      "add `key: { env: GATEHOUSE_KEY }` and `origin: https://NAME`",
    );
  const key = secretOf(io, from, "the key", folder);
  const path = resolve(folder, place);
  const approvers: readonly PasskeyOwner[] = Object.entries(tenants).flatMap(([tenant, { callers }]) =>
    callers.filter(({ roles }) => roles.includes("approve")).map(({ name }) => ({ tenant, caller: name })),
  );
  try {
    const passkeys = createPasskeys({ key, origin, store: sealedFile(path, key, onNotice) });
    const counted = async (): Promise<readonly (readonly [string, number])[]> =>
      await Promise.all(approvers.map(async (one) => [one.caller, await passkeys.count(one)] as const));
    await counted();
    return {
      passkeys,
      invite: (caller) => {
        const [owner, other] = approvers.filter(({ tenant, caller: name }) =>
          [name, `${tenant}/${name}`].includes(caller),
        );
        if (owner === undefined || other !== undefined)
          throw new UsageError(
            `${owner === undefined ? "no caller" : "more than one caller"} \`${printable(caller)}\` has the role approve`,
            `name one of ${approvers.map((one) => `${one.tenant}/${one.caller}`).join(", ")}`,
          );
        return `${origin}/approvals#passkey=${inviteFor(key, owner, Date.now())}`;
      },
      missing: async () =>
        (await counted())
          .filter(([, count]) => count === 0)
          .map(([name]) => `${name} has no passkey yet: \`gatehouse serve --invite ${name}\` prints a link`),
    };
  } catch (error) {
    throw new UsageError(`\`passkeys\`, ${printable(place)}: ${messageOf(error)}`);
  }
}

/** Milliseconds to wait for another process that changes the file. */
const WAIT_MS = 5_000;

/** A file that nobody adds a key to who does not have the server's. */
function sealedFile(
  path: string,
  key: string,
  onNotice: (notice: { readonly code: string; readonly message: string }) => void,
): PasskeyStore {
  const sealing = approvalSealer(key, "passkey");
  const read = async (): Promise<string | undefined> => {
    const sealed = await readFile(path, "utf8").catch((error: unknown) => {
      if (errorCodeOf(error) === "ENOENT") return undefined;
      throw error;
    });
    if (sealed === undefined) return undefined;
    const text = sealing.open(sealed);
    if (text !== undefined) return text;
    const why = "this server's key has not sealed what is in it";
    const message = `the passkeys in ${printable(path)} do not count: ${why}`;
    onNotice({ code: "passkeys-forged", message });
    throw new Error(why);
  };
  return {
    read,
    change: async (changed) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const done = await withLock(`${path}.lock`, WAIT_MS, async () => {
        await writePrivateFile(path, sealing.seal(changed(await read())));
      });
      if (done === undefined) throw new Error(`another process holds ${printable(path)}.lock`);
    },
  };
}

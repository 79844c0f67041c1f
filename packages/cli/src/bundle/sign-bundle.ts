import {
  contentHash,
  readBundle,
  readBundleText,
  readPublicKeys,
  signedBundle,
  statementText,
} from "@gatehouse-hooks/runtime";
import { createPublicKey, sign as signBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { exitCode, type ExitCode } from "../exit-code.js";
import { printable } from "../print/printable.js";
import { type Context, print } from "../settings.js";
import { readPrivateKey } from "../sign/private-key.js";
import { UsageError } from "../usage-error.js";

const USAGE = "gatehouse bundle sign NAME.bundle.json --key key.pem";

/** How a bundle is signed. */
export interface SignBundleOptions {
  /** The file of the private key. */
  readonly key: string | undefined;
  /** The version; absent: one more than that of the bundle that `out` holds, or 1. */
  readonly as: string | undefined;
  readonly out: string | undefined;
}

/** `gatehouse bundle sign FILE --key KEY.pem`: the bundle behind the organisation's statement about it. @throws UsageError */
export async function signBundle(
  context: Context,
  file: string,
  options: SignBundleOptions,
): Promise<ExitCode> {
  const { io } = context;
  if (options.key === undefined) throw new UsageError("the private key is missing", USAGE);
  const text = await bytesOf(resolve(io.cwd, file), file);
  const bundle = readBundleText(text);
  if (bundle === undefined)
    throw new UsageError(`\`${printable(file)}\` is no bundle`, "make it with `gatehouse bundle build`");
  const key = readPrivateKey(await bytesOf(resolve(io.cwd, options.key), options.key));
  const out = options.out ?? `${bundle.name}.bundle`;
  const before = await readFile(resolve(io.cwd, out)).catch(() => undefined);
  const version = options.as === undefined ? versionOf(before) + 1 : Number(options.as);
  if (!Number.isSafeInteger(version) || version < 1)
    throw new UsageError(`expected \`--as\` to be a version from 1, got \`${printable(options.as ?? "")}\``);
  const statement = statementText({
    purpose: "bundle",
    path: bundle.name,
    version,
    sha256: contentHash(text),
  });
  const mark = signBytes(null, Buffer.from(statement), key).toString("base64");
  const signed = signedBundle(`${statement}signature: ${mark}`, Buffer.from(text).toString("utf8"));
  const checked = readBundle(Buffer.from(signed), [createPublicKey(key)], bundle.name);
  if (checked.kind === "refused") throw new UsageError(checked.message);
  await writeFile(resolve(io.cwd, out), signed);
  await print(context, { name: bundle.name, version, sha256: checked.sha256, out }, [
    `${printable(out)}: ${bundle.name}, version ${version}`,
  ]);
  return exitCode.fine;
}

/** The version that the bundle of a file says it has, 0 without one. Whose signature it is does not matter here. */
function versionOf(bytes: Uint8Array | undefined): number {
  const head = Buffer.from(bytes?.subarray(0, 4_096) ?? []).toString("latin1");
  return Number(/^version: ([0-9]{1,15})$/m.exec(head)?.[1] ?? 0);
}

/** @throws UsageError */
export async function bytesOf(path: string, shown: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch {
    throw new UsageError(`\`${printable(shown)}\` cannot be read`);
  }
}

/** The keys of a file. @throws UsageError */
export async function pinnedKeys(
  path: string,
  shown: string,
): Promise<ReturnType<typeof readPublicKeys>["keys"]> {
  const { keys, problem } = readPublicKeys(Buffer.from(await bytesOf(path, shown)).toString("utf8"));
  if (problem !== null)
    throw new UsageError(`\`${printable(shown)}\`: ${problem}`, "openssl pkey -in key.pem -pubout");
  return keys;
}

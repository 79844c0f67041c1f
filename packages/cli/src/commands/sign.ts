import { contentHash, readSigned, SIGNATURE_SUFFIX, statementText } from "@gatehouse-hooks/runtime";
import { createPublicKey, sign as signBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import { exitCode, type ExitCode } from "../exit-code.js";
import { pathIn } from "../load/signed-files.js";
import { printable } from "../print/printable.js";
import { type Context, print } from "../settings.js";
import { readPrivateKey } from "../sign/private-key.js";
import { UsageError } from "../usage-error.js";

export interface SignOptions {
  /** The file with the private key: Ed25519, PEM. */
  readonly key: string | undefined;
  /** The version to sign; absent: one more than that of the signature next to the file, or 1. */
  readonly as: string | undefined;
  /** The organisation's folder; absent: the folder of the file. */
  readonly folder: string | undefined;
}

const USAGE = "gatehouse sign rules.yaml --key key.pem";

/**
 * `gatehouse sign FILE --key KEY.pem`: writes `FILE.sig`, the organisation's statement about the file: its bytes, its place in the
 * folder, and a version.
 */
export async function sign(
  context: Context,
  file: string | undefined,
  options: SignOptions,
): Promise<ExitCode> {
  const { io } = context;
  if (file === undefined) throw new UsageError("the file is missing", USAGE);
  if (options.key === undefined) throw new UsageError("the private key is missing", USAGE);
  const path = resolve(io.cwd, file);
  const bytes = await read(path, file);
  const key = readPrivateKey(await read(resolve(io.cwd, options.key), options.key));
  const folder = options.folder === undefined ? dirname(path) : resolve(io.cwd, options.folder);
  const place = await pathIn(folder, path);
  if (place.startsWith("..") || isAbsolute(place)) {
    throw new UsageError(`\`${file}\` is not in the folder`, `${USAGE} --folder DIR`);
  }
  const target = path + SIGNATURE_SUFFIX;
  const version = options.as === undefined ? (await versionOf(target)) + 1 : Number(options.as);
  if (!Number.isSafeInteger(version) || version < 1) {
    throw new UsageError(
      `expected \`--as\` to be a version from 1, got \`${options.as ?? ""}\``,
      `${USAGE} --as 7`,
    );
  }
  const statement = { purpose: "policies", path: place, version, sha256: contentHash(bytes) } as const;
  const text = printedStatement(statement);
  const signature = signBytes(null, Buffer.from(text), key).toString("base64");
  const written = `${text}signature: ${signature}\n`;
  const checked = readSigned([createPublicKey(key)], Buffer.from(written), { ...statement, bytes });
  if (checked.kind === "refused") throw new UsageError(checked.message);
  await writeFile(target, written);
  await print(context, { ...statement, file: `${file}${SIGNATURE_SUFFIX}` }, [
    `signed ${printable(place)} as version ${version}: ${printable(file)}${SIGNATURE_SUFFIX}`,
  ]);
  return exitCode.fine;
}

function printedStatement(statement: Parameters<typeof statementText>[0]): string {
  try {
    return statementText(statement);
  } catch {
    throw new UsageError("the path cannot be signed: it has more than 1000 characters, or a line break");
  }
}

/** The version in the signature next to a file, 0 without one. Whose signature it is does not matter here. */
async function versionOf(signature: string): Promise<number> {
  const text = await readFile(signature, "utf8").catch(() => "");
  return Number(/^version: ([0-9]{1,15})$/m.exec(text)?.[1] ?? 0);
}

async function read(path: string, shown: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch {
    throw new UsageError(`\`${printable(shown)}\` cannot be read`, USAGE);
  }
}

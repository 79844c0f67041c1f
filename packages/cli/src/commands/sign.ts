import { contentHash, readSigned, SIGNATURE_SUFFIX } from "@gatehouse-hooks/runtime";
import { createPublicKey } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { pathIn } from "@gatehouse-hooks/local/places";
import { printable } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";
import { bytesOf, nextVersion, privateKeyOf, signedStatement } from "@gatehouse-hooks/local/sign";

interface SignOptions {
  /** The file with the private key: Ed25519, PEM. */
  readonly key: string | undefined;
  /** The version to sign; absent: one more than that of the signature next to the file, or 1. */
  readonly as: string | undefined;
  /** The organisation's folder; absent: the folder of the file. */
  readonly folder: string | undefined;
}

/** What `--json` prints: the statement that was signed. */
export interface SignJson {
  readonly purpose: "policies";
  /** In the organisation's folder. */
  readonly path: string;
  readonly version: number;
  /** Of the file's bytes, in hex. */
  readonly sha256: string;
  /** The signature's file. */
  readonly file: string;
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
  const bytes = await bytesOf({ path, shown: file }, USAGE);
  const key = await privateKeyOf({ path: resolve(io.cwd, options.key), shown: options.key }, USAGE);
  const folder = options.folder === undefined ? dirname(path) : resolve(io.cwd, options.folder);
  const place = await pathIn(folder, path);
  if (place.startsWith("..") || isAbsolute(place)) {
    throw new UsageError(`\`${file}\` is not in the folder`, `${USAGE} --folder DIR`);
  }
  const target = path + SIGNATURE_SUFFIX;
  const version = nextVersion(options.as, await readFile(target).catch(() => undefined), USAGE);
  const statement = { purpose: "policies", path: place, version, sha256: contentHash(bytes) } as const;
  const written = signedStatement(statement, key);
  const checked = readSigned([createPublicKey(key)], Buffer.from(written), { ...statement, bytes });
  if (checked.kind === "refused") throw new UsageError(checked.message);
  await writeFile(target, written);
  await printResult(context, { ...statement, file: `${file}${SIGNATURE_SUFFIX}` } satisfies SignJson, [
    `signed ${printable(place)} as version ${version}: ${printable(file)}${SIGNATURE_SUFFIX}`,
  ]);
  return exitCode.fine;
}

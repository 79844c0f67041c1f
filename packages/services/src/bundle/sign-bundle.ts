import { contentHash, readBundle, readBundleText, signedBundle } from "@gatehouse-hooks/runtime";
import { createPublicKey } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";
import { bytesOf, nextVersion, privateKeyOf, signedStatement } from "@gatehouse-hooks/local/sign";

const USAGE = "gatehouse bundle sign NAME.bundle.json --key key.pem";

/** What `--json` prints. */
export interface SignedBundleJson {
  readonly name: string;
  readonly version: number;
  readonly sha256: string;
  readonly out: string;
}

/** How a bundle is signed. */
interface SignBundleOptions {
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
  const text = await bytesOf({ path: resolve(io.cwd, file), shown: file });
  const bundle = readBundleText(text);
  if (bundle === undefined)
    throw new UsageError(`\`${printable(file)}\` is no bundle`, "make it with `gatehouse bundle build`");
  const key = await privateKeyOf({ path: resolve(io.cwd, options.key), shown: options.key }, USAGE);
  const out = options.out ?? `${bundle.name}.bundle`;
  const before = await readFile(resolve(io.cwd, out)).catch(() => undefined);
  const version = nextVersion(options.as, before, USAGE);
  const statement = { purpose: "bundle", path: bundle.name, version, sha256: contentHash(text) } as const;
  const signed = signedBundle(signedStatement(statement, key), Buffer.from(text).toString("utf8"));
  const checked = readBundle(Buffer.from(signed), [createPublicKey(key)], bundle.name);
  if (checked.kind === "refused") throw new UsageError(checked.message);
  await writeFile(resolve(io.cwd, out), signed);
  await printResult(
    context,
    { name: bundle.name, version, sha256: checked.sha256, out } satisfies SignedBundleJson,
    [`${printable(out)}: ${bundle.name}, version ${version}`],
  );
  return exitCode.fine;
}

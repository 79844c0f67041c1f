import { readBundle } from "@gatehouse-hooks/runtime";
import { bundleSourceOf, ociPlace, pushToRegistry, type SourceAccess } from "@gatehouse-hooks/server/bundles";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { exitCode, type ExitCode, type Io, messageOf, UsageError } from "@gatehouse-hooks/console";
import { plural, printable } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";
import { bytesOf, pinnedKeys } from "@gatehouse-hooks/local/sign";

/** What `push --json` prints. */
export interface PushedBundleJson {
  readonly address: string;
  /** Of the manifest. */
  readonly digest: string;
}

/** What `pull --json` prints. */
export interface PulledBundleJson {
  readonly name: string;
  readonly version: number;
  readonly sha256: string;
  readonly files: readonly string[];
  readonly out: string;
}

/** `gatehouse bundle push FILE oci://…`: a signed bundle into a registry. @throws UsageError */
export async function pushBundle(context: Context, file: string, address: string): Promise<ExitCode> {
  const { io } = context;
  if (!address.startsWith("oci://"))
    throw new UsageError(
      `\`${printable(address)}\` is no registry`,
      "write oci://HOST/REPOSITORY:TAG; a file behind https:// is put there by your own means",
    );
  const bytes = await bytesOf({ path: resolve(io.cwd, file), shown: file });
  if (!Buffer.from(bytes.subarray(0, 21)).equals(Buffer.from("gatehouse-signature 1")))
    throw new UsageError(`\`${printable(file)}\` is not signed`, "sign it with `gatehouse bundle sign`");
  const digest = await told(async () => await pushToRegistry(ociPlace(address), bytes, accessOf(io)));
  await printResult(context, { address, digest } satisfies PushedBundleJson, [
    `${printable(address)}: ${digest}`,
  ]);
  return exitCode.fine;
}

/** How a bundle is pulled. */
interface PullOptions {
  readonly name: string | undefined;
  /** The file with pinned public keys. */
  readonly keys: string | undefined;
  readonly out: string | undefined;
}

/**
 * `gatehouse bundle pull ADDRESS --name NAME --keys FILE`: a bundle that a pinned key has signed, and that is no older than the one in
 * its place.
 *
 * @throws UsageError
 */
export async function pullBundle(context: Context, address: string, options: PullOptions): Promise<ExitCode> {
  const { io } = context;
  const { name, keys: keyFile, out = `${name ?? ""}.bundle` } = options;
  if (name === undefined || keyFile === undefined)
    throw new UsageError(
      "--name or --keys is missing",
      "gatehouse bundle pull ADDRESS --name NAME --keys keys.pem",
    );
  const keys = await pinnedKeys({ path: resolve(io.cwd, keyFile), shown: keyFile });
  const fetched = await told(async () => await bundleSourceOf(address, accessOf(io)).fetch(undefined));
  if (fetched.kind === "same") throw new UsageError("the source sends nothing");
  const read = readBundle(fetched.bytes, keys, name);
  if (read.kind === "refused") throw new UsageError(`the bundle is refused: ${read.message}`);
  const target = resolve(io.cwd, out);
  const before = await readFile(target).catch(() => undefined);
  const present = before === undefined ? undefined : readBundle(before, keys, name);
  if (present?.kind === "bundle" && present.version > read.version)
    throw new UsageError(
      `the bundle is refused: version ${read.version} is older than version ${present.version}, which is here`,
    );
  await writeFile(target, fetched.bytes);
  const { version, sha256, bundle } = read;
  await printResult(
    context,
    { name, version, sha256, files: bundle.files.map(({ path }) => path), out } satisfies PulledBundleJson,
    [`${printable(out)}: ${name}, version ${version}, ${plural(bundle.files.length, "file")}`],
  );
  return exitCode.fine;
}

/** What a registry or a web server is shown: `GATEHOUSE_BUNDLE_AUTHORIZATION`, the whole header. */
export function accessOf({ env }: Io): SourceAccess {
  const authorization = env["GATEHOUSE_BUNDLE_AUTHORIZATION"];
  return authorization === undefined || authorization === "" ? {} : { authorization };
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

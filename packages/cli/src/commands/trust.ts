import { load } from "@gatehouse/formats";
import {
  contentHash,
  isTrusted,
  needsTrust,
  type PolicyFile,
  readPolicyFiles,
  readTrustStore,
  type TrustStore,
  withoutTrusted,
  withTrusted,
  writeTrustStore,
} from "@gatehouse/runtime";
import { join, resolve } from "node:path";
import { openTrail } from "../audit/open-trail.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { findConfig } from "../load/find-config.js";
import { places } from "../load/places.js";
import { requireHome } from "../load/require-home.js";
import { rootOf, TRUST_FILE } from "../load/read-places.js";
import { printable } from "../print/printable.js";
import { type Context, print } from "../settings.js";
import { UsageError } from "../usage-error.js";

export interface TrustOptions {
  /** Take the trust back. */
  readonly remove: boolean;
}

/** A file, and what trusting it means. */
interface FileTrust {
  readonly path: string;
  readonly sha256: string;
  /** `changed`: other bytes were trusted at this place. */
  readonly trust: "trusted" | "changed" | "none";
  /** The policies that act only when the file is trusted. */
  readonly acts: readonly { readonly policy: string; readonly why: string; readonly runs?: string }[];
}

/**
 * `gatehouse trust`: the project's policy files and whether their policies may act. `gatehouse trust PATH…` trusts files, or
 * the policy files of folders, as they are now; `--remove` takes it back. The list is `~/.gatehouse/trust.json`.
 */
export async function trust(
  context: Context,
  paths: readonly string[],
  { remove }: TrustOptions,
): Promise<ExitCode> {
  const { io } = context;
  const storePath = join(requireHome(io.home), TRUST_FILE);
  const { store, issues } = await readTrustStore(storePath);
  const [broken] = issues;
  if (broken !== undefined) throw new UsageError(`${storePath}: ${broken.message}`, broken.cure);
  if (paths.length === 0) {
    if (remove) throw new UsageError("the files are missing", "gatehouse trust --remove PATH…");
    return await show(context, await filesOf(context, undefined), store);
  }
  if (remove) {
    const left = await withoutTrusted(
      store,
      paths.map((path) => resolve(io.cwd, path)),
    );
    await write(storePath, left);
    await print(context, { removed: store.files.length - left.files.length }, [
      `${store.files.length - left.files.length} of ${store.files.length} files are not trusted any more`,
    ]);
    return exitCode.fine;
  }
  const files = await filesOf(context, paths);
  if (files.length === 0) throw new UsageError("there is no policy file at these paths", "check the paths");
  const next = await withTrusted(
    store,
    files.map((file) => ({ path: file.realPath, bytes: file.text })),
  );
  await write(storePath, next);
  await recordTrust(context, files);
  return await show(context, files, next);
}

/** The files at some paths, or those of the project. */
async function filesOf(
  { io, settings }: Context,
  paths: readonly string[] | undefined,
): Promise<readonly PolicyFile[]> {
  const { config } = await findConfig(settings);
  const roots =
    paths?.map((path) => ({ path, required: true })) ??
    places({
      project: settings.project,
      home: io.home,
      policies: undefined,
      policyFormat: undefined,
      enforced: [],
      projectHooks: config.projectHooksDir,
      userHooks: null,
    })
      .filter((place) => place.needsTrust === true)
      .map((place) => rootOf(place, io.cwd));
  const { files, issues } = await readPolicyFiles(roots, { cwd: io.cwd, home: io.home });
  const failed = issues.find((issue) => issue.severity === "error");
  if (failed !== undefined) throw new UsageError(`${failed.path ?? ""}: ${failed.message}`, failed.cure);
  return files;
}

async function show(context: Context, files: readonly PolicyFile[], store: TrustStore): Promise<ExitCode> {
  const { colors } = context;
  const rows = await Promise.all(files.map((file) => fileTrust(file, file.realPath, store)));
  const lines = rows.flatMap((row) => [
    `${row.trust === "trusted" ? colors.green("trusted") : colors.yellow(row.trust === "changed" ? "changed" : "not trusted")}  ${printable(row.path)}  ${colors.dim(row.sha256.slice(0, 12))}`,
    ...row.acts.map(
      ({ policy, why, runs }) =>
        `    ${printable(policy)} ${why}${runs === undefined ? "" : `: ${printable(runs)}`}`,
    ),
  ]);
  await print(context, { files: rows }, lines.length === 0 ? ["the project has no policy files"] : lines);
  return exitCode.fine;
}

async function fileTrust(file: PolicyFile, at: string, store: TrustStore): Promise<FileTrust> {
  const { policies } = load(file.text, { path: file.path });
  const known = await isTrusted(store, at, file.text);
  const changed = !known && (await withoutTrusted(store, [at])).files.length < store.files.length;
  return {
    path: file.path,
    sha256: contentHash(file.text),
    trust: known ? "trusted" : changed ? "changed" : "none",
    acts: policies.flatMap(({ id, handler }) => {
      const why = needsTrust(handler);
      if (why === null) return [];
      return [{ policy: id, why, ...(handler.kind === "command" ? { runs: handler.command } : {}) }];
    }),
  };
}

async function write(path: string, store: TrustStore): Promise<void> {
  try {
    await writeTrustStore(path, store);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new UsageError(`cannot write ${path} (${code})`, "check the folder's owner and mode");
  }
}

/** Whom the machine obeys has changed: the trail should know. */
async function recordTrust(context: Context, files: readonly PolicyFile[]): Promise<void> {
  const trail = await openTrail(context);
  for (const file of files) {
    void trail?.record({
      kind: "note",
      code: "file-trusted",
      message: "the user trusts the file as it is",
      path: file.realPath,
      hash: contentHash(file.text),
    });
  }
  await trail?.close();
}

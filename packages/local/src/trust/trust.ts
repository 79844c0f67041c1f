import {
  contentHash,
  type FoundPolicyFile,
  QUESTION_TIMEOUT_MS,
  readPolicyFiles,
  readTrustStore,
  type TrustStore,
  withoutTrusted,
  withTrusted,
  writeTrustStore,
} from "@gatehouse-hooks/runtime";
import { join, resolve } from "node:path";
import { askForWord, errorCodeOf, exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { openTrail } from "../open/open-trail.js";
import { findConfig } from "../places/find-config.js";
import { type PolicyPlace, projectPlaces } from "../places/places.js";
import { projectFolders } from "../places/project-folders.js";
import { requireHome } from "../private-folder.js";
import type { PlacedFile } from "../places/once-per-checkout.js";
import { inFormat, rootOf, TRUST_FILE } from "../places/read-places.js";
import { type AskingProcess, refuseAgent } from "../person/index.js";
import { plural } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "../settings.js";
import { answerOwnCode, type OwnCodeState } from "./answer-own-code.js";
import { type FileTrust, fileTrust, trustLines } from "./trusted-file.js";

interface TrustOptions {
  /** Take the trust back. */
  readonly remove: boolean;
  /** It is about the project's own code, and not about policy files. */
  readonly code: boolean;
  /** The hashes of the files to trust, whole or their first hex digits, in place of a person's word. */
  readonly yes: readonly string[];
  /** The agents whose calls wait for a person. */
  readonly asking?: () => Promise<readonly AskingProcess[]>;
}

/** What `--json` prints: the files, with what would act in them. */
export interface TrustJson {
  readonly files: readonly FileTrust[];
  /** With `--code`; of no file then. */
  readonly ownCode?: OwnCodeState;
}

/** What `--remove --json` prints. */
export interface TrustRemovedJson {
  /** How many files are not trusted any more. */
  readonly removed: number;
}

/** Fewer hex digits could be found for another content. */
const LEAST_DIGITS = 12;

/**
 * `gatehouse trust`: the project's policy files, and all that in them may act. `gatehouse trust PATH…` trusts files, or the
 * policy files of folders, as they are now, once the person at the terminal has seen what they do and said so; without a
 * terminal the hash of each file has to be given. `--remove` takes it back. The list is `~/.gatehouse/trust.json`. `--code` is about the
 * project's own code instead.
 */
export async function trust(
  context: Context,
  paths: readonly string[],
  { remove, code, yes, asking }: TrustOptions,
): Promise<ExitCode> {
  const { io } = context;
  // Without trust a file's commands do not run, those that deny among them: to take it back is a person's, too.
  if (paths.length > 0 || code) refuseAgent(io, await asking?.());
  if (code) return await trustCode(context, paths, { remove, yes });
  const storePath = join(requireHome(io.home), TRUST_FILE);
  const store = await readStore(storePath);
  if (paths.length === 0) {
    if (remove) throw new UsageError("the files are missing", "gatehouse trust --remove PATH…");
    if (yes.length > 0) throw new UsageError("the files are missing", "gatehouse trust PATH… --yes HASH");
    return await show(context, await rowsOf(await filesOf(context, undefined), store));
  }
  if (remove) {
    const left = await withoutTrusted(
      store,
      paths.map((path) => resolve(io.cwd, path)),
    );
    await write(storePath, left);
    await printResult(
      context,
      { removed: store.files.length - left.files.length } satisfies TrustRemovedJson,
      [`${store.files.length - left.files.length} of ${store.files.length} files are not trusted any more`],
    );
    return exitCode.fine;
  }
  const files = await filesOf(context, paths);
  if (files.length === 0) throw new UsageError("no policy file at these paths", "check the paths");
  const rows = await rowsOf(files, store);
  if (!(await agreed(context, rows, paths, yes))) {
    await printResult(context, { files: rows } satisfies TrustJson, ["declined: nothing was trusted"]);
    return exitCode.refused;
  }
  await refuseChanged(context, paths, rows);
  // Another command may have written it while the person was reading.
  const next = await withTrusted(
    await readStore(storePath),
    files.map((file) => ({ path: file.realPath, bytes: file.text })),
  );
  await write(storePath, next);
  await recordTrust(context, files);
  return await show(context, await rowsOf(files, next));
}

async function trustCode(
  context: Context,
  paths: readonly string[],
  options: Omit<TrustOptions, "code">,
): Promise<ExitCode> {
  if (paths.length > 0)
    throw new UsageError("--code is about all code of the project", "gatehouse trust --code [--project DIR]");
  const { ownCode, code, lines } = await answerOwnCode(context, options);
  await printResult(context, { files: [], ownCode } satisfies TrustJson, lines);
  return code;
}

/** Whether the user has said, of just these bytes, that they may act. */
async function agreed(
  context: Context,
  rows: readonly FileTrust[],
  paths: readonly string[],
  yes: readonly string[],
): Promise<boolean> {
  const open = rows.filter((row) => row.trust !== "trusted");
  if (yes.length > 0) {
    checkHashes(rows, yes);
    return true;
  }
  if (open.length === 0) return true;
  const terminal = context.io.terminal?.();
  if (terminal === undefined) {
    await show(context, rows);
    const hashes = open.map(({ sha256 }) => `--yes ${sha256}`).join(" ");
    throw new UsageError(
      `there is no terminal to ask on whether ${open.length === 1 ? "this file" : "these files"} may act`,
      `read what is printed above, then: gatehouse trust ${paths.join(" ")} ${hashes}`,
    );
  }
  const text = `\n${open.flatMap((row) => trustLines(row, context.colors)).join("\n")}\n`;
  const what = `trust ${plural(open.length, "file")} as shown`;
  const answer = await askForWord(terminal, text, what, AbortSignal.timeout(QUESTION_TIMEOUT_MS));
  return answer === "yes";
}

/** Each file needs a hash, and each hash a file: one that fits nothing was read off another content. */
function checkHashes(rows: readonly FileTrust[], yes: readonly string[]): void {
  const wanted = yes.map((hash) => hash.toLowerCase());
  for (const hash of wanted) {
    if (/^[0-9a-f]+$/.test(hash) && hash.length >= LEAST_DIGITS && hash.length <= 64) continue;
    throw new UsageError(
      `--yes is \`${hash}\``,
      `give the SHA-256 of the file, at least its first ${LEAST_DIGITS} hex digits`,
    );
  }
  for (const { path, sha256, trust: state } of rows) {
    if (state === "trusted" || wanted.some((hash) => sha256.startsWith(hash))) continue;
    throw new UsageError(
      `no --yes is the hash of ${path}: it is not the file that you looked at, or has changed since`,
      `look at it with \`gatehouse trust\`, then give --yes ${sha256}`,
    );
  }
  const stray = wanted.find((hash) => !rows.some(({ sha256 }) => sha256.startsWith(hash)));
  if (stray === undefined) return;
  throw new UsageError(
    `--yes ${stray} is the hash of none of these files`,
    "look at them with `gatehouse trust`, and give the hash of each",
  );
}

/** What was shown is what is trusted: a file that changed under the reader's eyes is not. */
async function refuseChanged(
  context: Context,
  paths: readonly string[],
  rows: readonly FileTrust[],
): Promise<void> {
  const files = await filesOf(context, paths);
  const now = new Map(files.map((file) => [file.realPath, contentHash(file.text)]));
  const changed = rows.find(({ realPath, sha256 }) => now.get(realPath) !== sha256);
  if (changed === undefined && now.size === rows.length) return;
  throw new UsageError(
    `${changed?.path ?? "the folder"} has changed since it was shown: nothing was trusted`,
    "look at it again: gatehouse trust",
  );
}

async function readStore(path: string): Promise<TrustStore> {
  const { store, issues } = await readTrustStore(path);
  const [broken] = issues;
  if (broken !== undefined) throw new UsageError(`${path}: ${broken.message}`, broken.cure);
  return store;
}

/**
 * The files at some paths, or those of the project. A file is read in the format of its place in the project, whatever path it
 * is named by: what is shown has to be what would run.
 */
async function filesOf(
  context: Context,
  paths: readonly string[] | undefined,
): Promise<readonly PlacedFile[]> {
  const { io, settings } = context;
  const own: PolicyPlace[] = [];
  for (const project of await projectFolders(io, settings)) {
    const { projectHooksDir: projectHooks } = (await findConfig({ ...settings, project }, io.home)).config;
    own.push(...projectPlaces({ project, home: io.home, projectHooks, userHooks: null }));
  }
  const options = { cwd: io.cwd, home: io.home };
  const found = await readPolicyFiles(
    own.map((place) => rootOf(place, io.cwd)),
    options,
  );
  const formats = new Map(found.files.map((file) => [file.realPath, own[file.root]?.format]));
  const { files, issues } =
    paths === undefined
      ? found
      : await readPolicyFiles(
          paths.map((path) => ({ path, required: true })),
          options,
        );
  const failed = issues.find((issue) => issue.severity === "error");
  if (failed !== undefined) throw new UsageError(`${failed.path ?? ""}: ${failed.message}`, failed.cure);
  return files.map((file) => {
    const format = formats.get(file.realPath);
    return format === "by content" ? file : inFormat(file, format);
  });
}

function rowsOf(files: readonly PlacedFile[], store: TrustStore): Promise<readonly FileTrust[]> {
  return Promise.all(files.map((file) => fileTrust(file, store)));
}

async function show(context: Context, rows: readonly FileTrust[]): Promise<ExitCode> {
  const lines = rows.flatMap((row) => trustLines(row, context.colors));
  await printResult(
    context,
    { files: rows } satisfies TrustJson,
    lines.length === 0 ? ["the project has no policy files"] : lines,
  );
  return exitCode.fine;
}

async function write(path: string, store: TrustStore): Promise<void> {
  try {
    await writeTrustStore(path, store);
  } catch (error) {
    throw new UsageError(
      `cannot write ${path} (${errorCodeOf(error) ?? "unknown"})`,
      "check the folder's owner and mode",
    );
  }
}

/** Whom the machine obeys has changed: the trail should know. */
async function recordTrust(context: Context, files: readonly FoundPolicyFile[]): Promise<void> {
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

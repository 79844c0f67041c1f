import { openRepository } from "@gatehouse-hooks/commands";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Io, UsageError } from "@gatehouse-hooks/console";
import { type TreeFile, MAX_READ_BYTES, readBlobs } from "./read-blobs.js";
import { POLICY_FOLDERS } from "@gatehouse-hooks/local/places";

/** The most files of a revision that are read. */
const MOST_FILES = 2_000;
const TIMEOUT_MS = 30_000;

/** Policy files of a revision, in a folder of their own. */
export interface RevisionFiles {
  /** The folder, or the file or folder in it that was named. */
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Writes the policy files of a git revision into a new folder: those of the folders that projects have, or of the path in
 * `REVISION:PATH`. Git runs nothing that the repository configures, and reads objects only.
 *
 * @throws UsageError without such a revision, and for what is not a file there
 */
export async function revisionFiles(io: Io, project: string, given: string): Promise<RevisionFiles> {
  const colon = given.indexOf(":");
  const revision = colon < 0 ? given : given.slice(0, colon);
  const named = colon < 0 ? undefined : given.slice(colon + 1).replace(/\/+$/, "");
  const opened = await openRepository({
    cwd: project,
    env: io.env,
    timeoutMs: TIMEOUT_MS,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (opened.kind !== "open") {
    throw new UsageError(
      `\`${given}\` is neither a file nor a folder, and no repository was found to look for a revision in${
        opened.kind === "refused" ? `: ${opened.why}` : ""
      }`,
      "name a folder, a file, or a revision such as HEAD~1",
    );
  }
  try {
    const read: Read = (args, input = "") => opened.read(args, { maxBytes: MAX_READ_BYTES, input });
    const commit = (
      await read(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`])
    )?.trim();
    if (commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit))
      throw new UsageError(`unknown revision \`${revision}\``, "name a commit, a branch or a tag");
    const paths = named === undefined ? POLICY_FOLDERS : named === "" ? [] : [named];
    const tree = (await read(["ls-tree", "-r", "-l", "-z", "--full-tree", commit, "--", ...paths])) ?? "";
    const entries = tree.split("\0").filter((entry) => entry !== "");
    if (entries.length === 0)
      throw new UsageError(`no policy files in \`${given}\``, `name a path: ${revision}:policies`);
    if (entries.length > MOST_FILES)
      throw new UsageError(`\`${given}\` has ${entries.length} files, and at most ${MOST_FILES} are read`);
    return await written(entries.flatMap(blobOf), named, read, io);
  } finally {
    await opened.close();
  }
}

/** Runs a git command that reads; its output, or nothing where it failed. */
type Read = (args: readonly string[], input?: string) => Promise<string | undefined>;

async function written(
  blobs: readonly TreeFile[],
  named: string | undefined,
  read: Read,
  { progress }: Pick<Io, "progress">,
): Promise<RevisionFiles> {
  const folder = await mkdtemp(join(tmpdir(), "gatehouse-diff-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    let done = 0;
    for await (const { path, text } of readBlobs(blobs, read)) {
      progress?.("reading files of the revision", ++done, blobs.length);
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    return { path: named === undefined || named === "" ? folder : join(folder, named), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** An entry of `ls-tree -l` that is a file, in its folder when it is written. */
function blobOf(entry: string): readonly TreeFile[] {
  const tab = entry.indexOf("\t");
  const path = entry.slice(tab + 1);
  const [mode = "", kind, object = "", size = ""] = entry.slice(0, tab).split(/ +/);
  // A link of a repository may lead anywhere; a submodule is another repository.
  if (kind !== "blob" || !mode.startsWith("100") || !isInside(path)) return [];
  return [{ path, object, bytes: Number(size) }];
}

/** A path of a tree that stays in its folder when it is written. */
function isInside(path: string): boolean {
  return path !== "" && !path.split("/").some((part) => part === "" || part === "." || part === "..");
}

import { isRecord, own, parseJson } from "@gatehouse-hooks/json";
import type { ReplayPart } from "@gatehouse-hooks/replay";
import { writePrivateFile } from "@gatehouse-hooks/audit";
import { readFile } from "node:fs/promises";
import { errorCodeOf, UsageError } from "@gatehouse-hooks/console";
import type { LogFile } from "./find-logs.js";
import type { LogPosition } from "./shard.js";

/** The version of the file. */
const VERSION = 2;

/** What is done of a replay. */
interface ReplayState {
  /** SHA-256 of what decides: policies, records, the number of examples. */
  readonly of: string;
  readonly files: readonly Pick<LogFile, "path" | "size" | "changed">[];
  readonly next: LogPosition;
  readonly part: ReplayPart;
}

/**
 * Reads what is done of this replay; `null`: there is no such file yet.
 *
 * @param of what decides now
 * @throws UsageError for the state of another replay, and for what is none
 */
export async function readReplayState(
  file: string,
  of: string,
  files: readonly LogFile[],
): Promise<Pick<ReplayState, "next" | "part"> | null> {
  let text: Buffer;
  try {
    text = await readFile(file);
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return null;
    throw error;
  }
  const state = stateOf(text);
  const cure = "name another file with --state, or remove this one";
  if (state === null) throw new UsageError(`\`${file}\` is not the state of a replay`, cure);
  if (state.of !== of)
    throw new UsageError(`the state in \`${file}\` is of other policies, records or examples`, cure);
  const other = files.find((one, i) => {
    const before = state.files[i];
    return before?.path !== one.path || before.size !== one.size || before.changed !== one.changed;
  });
  if (other !== undefined)
    throw new UsageError(`\`${other.path}\` is not as it was when \`${file}\` was written`, cure);
  if (state.files.length > files.length)
    throw new UsageError(`\`${file}\` knows more files than there are now`, cure);
  return { next: state.next, part: state.part };
}

/** Keeps what is done, for this user only. @throws what the file system throws */
export async function writeReplayState(
  file: string,
  { of, files, next, part }: Omit<ReplayState, "files"> & { readonly files: readonly LogFile[] },
): Promise<void> {
  const kept = files.map(({ path, size, changed }) => ({ path, size, changed }));
  await writePrivateFile(file, `${JSON.stringify({ v: VERSION, of, files: kept, next, part })}\n`);
}

/** The file is the user's own, and only whether it is one is looked at: what is in the part was written by this command. */
function stateOf(text: Uint8Array): ReplayState | null {
  const read = parseJson(text, { maxBytes: 512 * 1024 * 1024, maxNodes: 50_000_000 });
  if (read.issue !== undefined || !isRecord(read.value)) return null;
  const { value } = read;
  const [version, of, files, next, part] = ["v", "of", "files", "next", "part"].map((name) =>
    own(value, name),
  );
  if (version !== VERSION || typeof of !== "string" || !Array.isArray(files)) return null;
  if (!isRecord(next) || !isRecord(part) || own(part, "v") !== 1) return null;
  const isPlace = [own(next, "unit"), own(next, "offset")].every(
    (one) => typeof one === "number" && Number.isSafeInteger(one) && one >= 0,
  );
  return isPlace ? (value as unknown as ReplayState) : null;
}

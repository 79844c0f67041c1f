import { isRecord, isCount } from "@gatehouse-hooks/json";
import { hash } from "node:crypto";
import { readFile, readdir, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { writePrivateFile } from "./write-private-file.js";

/** What a run of a writer keeps outside of the trail. */
export interface KeptRun {
  /** The last line that it wrote; absent: it wrote none. */
  readonly head?: { readonly file: number; readonly hash: string };
  /** Records that it lost and the trail does not mention. */
  readonly lost: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What is kept of one trail, one file for each run: writers never meet. */
interface KeptRuns {
  keep(run: string, kept: KeptRun): Promise<void>;
  read(): Promise<readonly KeptRun[]>;
}

/** Runs that are remembered; those that lost something stay longer. */
const MAX_RUNS = 32;
const MAX_FILES = 1_000;
const NAME = /^[0-9a-f]{16}\.json$/;
const HASH = /^[0-9a-f]{64}$/;

/**
 * @param state the folder for what is kept of all trails; not in the trail's own
 * @param directory the trail's
 */
export function keptRuns(state: string, directory: string): KeptRuns {
  const folder = async (): Promise<string> => {
    const real = await realpath(directory).catch(() => path.resolve(directory));
    return path.join(state, hash("sha256", real, "hex").slice(0, 32));
  };

  return {
    async keep(run, kept) {
      const place = await folder();
      await writePrivateFile(
        path.join(place, `${run}.json`),
        `${JSON.stringify({ version: 1, directory, ...kept })}\n`,
      );
      const runs = await runsIn(place);
      const quiet = runs.filter((one) => one.kept.lost === 0).sort((a, b) => b.kept.at - a.kept.at);
      for (const { name } of quiet.slice(MAX_RUNS)) await rm(path.join(place, name), { force: true });
    },
    read: async () => (await runsIn(await folder())).map(({ kept }) => kept),
  };
}

async function runsIn(place: string): Promise<readonly { readonly name: string; readonly kept: KeptRun }[]> {
  const names = await readdir(place).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  const runs: { readonly name: string; readonly kept: KeptRun }[] = [];
  for (const name of names.filter((one) => NAME.test(one)).slice(0, MAX_FILES)) {
    const kept = keptIn(await readFile(path.join(place, name), "utf8").catch(() => ""));
    if (kept !== null) runs.push({ name, kept });
  }
  return runs;
}

function keptIn(text: string): KeptRun | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { head, lost, at } = value;
  if (!isCount(lost) || !isCount(at)) return null;
  const counts = { lost, at };
  if (head === undefined) return counts;
  if (!isRecord(head)) return null;
  const { file, hash: line } = head;
  if (typeof file !== "number" || !Number.isSafeInteger(file)) return null;
  return typeof line === "string" && HASH.test(line) ? { ...counts, head: { file, hash: line } } : null;
}

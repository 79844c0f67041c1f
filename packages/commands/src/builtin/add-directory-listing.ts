import { opendir } from "node:fs/promises";
import { type Builtin, contextAnswer, NO_OPINION, nameInList } from "../builtin-call.js";

const MAX_SHOWN = 100;
/** Entries that are counted at all. */
const MAX_ENTRIES = 100_000;

/** `add_directory_listing`: the entries of the working directory, without dot files. */
export const addDirectoryListing: Builtin = async ({ cwd, signal }) => {
  if (cwd === "") return NO_OPINION;
  const names = await namesIn(cwd, signal);
  if (names.length === 0) return NO_OPINION;
  const shown = names.sort().slice(0, MAX_SHOWN);
  const more = names.length - shown.length;
  return contextAnswer(
    [
      `Top-level entries in ${nameInList(cwd)}:`,
      "",
      ...shown.map((name) => `- ${nameInList(name)}`),
      ...(more > 0 ? [`... and ${more} more`] : []),
    ].join("\n"),
  );
};

async function namesIn(dir: string, signal: AbortSignal): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(dir)) {
      if (signal.aborted || names.length >= MAX_ENTRIES) break;
      if (!entry.name.startsWith(".")) names.push(entry.isDirectory() ? `${entry.name}/` : entry.name);
    }
  } catch {
    // A directory that cannot be read has nothing to show.
  }
  return names;
}

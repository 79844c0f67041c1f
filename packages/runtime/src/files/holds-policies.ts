import path from "node:path";
import { entriesOf } from "../looks/recorded-fs.js";
import { isPolicyName } from "./policy-name.js";

/** Entries that are looked at. */
const PEEK = 200;

/** Whether a directory or one below it holds policy files, judging by its first entries. Never throws. */
export async function holdsPolicies(directory: string, extensions: readonly string[]): Promise<boolean> {
  const waiting = [directory];
  let looked = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    try {
      for await (const entry of entriesOf(next)) {
        if (++looked > PEEK) return false;
        if (entry.isDirectory()) waiting.push(path.join(next, entry.name));
        else if (isPolicyName(entry.name, extensions)) return true;
      }
    } catch {
      // Unreadable, gone, or a link to a file: nothing is known about it.
    }
  }
  return false;
}

import { writePrivateFile } from "@gatehouse-hooks/audit";
import { randomInt } from "node:crypto";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { requireHome } from "@gatehouse-hooks/local/places";
import { makePrivate } from "@gatehouse-hooks/local";
import { type AskedCall, readAskedCall } from "./asked-call.js";

/** How long a call waits for a person. */
const WAITING_MS = 15 * 60_000;
/** How long an approval counts. */
const APPROVED_MS = 5 * 60_000;
/** Calls that wait at once; the oldest make room. */
const MOST = 50;
/** Bytes of one kept call; a longer one cannot be shown whole, and is not approved. */
const MAX_BYTES = 64 * 1_024;
/** Crockford's base 32: no letters that are mistaken for each other. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const WAITING = ".asked.json";
const APPROVED = ".approved.json";

/** Calls that wait for a person, and those that a person has approved. Files in the user's own folder; one call each. */
export interface AskedCalls {
  /**
   * Keeps a call for a person to answer; the same call keeps its code.
   *
   * @returns the code; undefined where it cannot be kept
   */
  readonly keep: (call: Omit<AskedCall, "code" | "asked" | "expires">) => Promise<string | undefined>;
  /** Those that wait, the oldest first. */
  readonly waiting: () => Promise<readonly AskedCall[]>;
  /** From now on the call may happen once. */
  readonly approve: (call: AskedCall) => Promise<void>;
  /** Uses up the approval of a call, if there is one: of several processes one gets it. */
  readonly use: (call: string, policy: string | null) => Promise<boolean>;
}

/** @param now milliseconds since 1970 */
export function askedCalls(home: string, now: () => number = Date.now): AskedCalls {
  const folder = join(requireHome(home), ".gatehouse", "approvals");
  const place = (call: string, ending: string): string => join(folder, `${call}${ending}`);

  async function waiting(): Promise<readonly AskedCall[]> {
    const names = await readdir(folder).catch((): readonly string[] => []);
    const found: AskedCall[] = [];
    for (const name of names.filter((one) => one.endsWith(WAITING)).slice(0, 10 * MOST)) {
      const one = await read(join(folder, name));
      if (one !== undefined && one.expires > now()) found.push(one);
    }
    return found.toSorted((left, right) => left.asked - right.asked);
  }

  return {
    waiting,
    keep: async (call) => {
      if ((await makePrivate(folder)) !== null) return undefined;
      const known = await waiting();
      await removeOthers(folder, known);
      const same = known.find((one) => one.call === call.call && one.policy === call.policy);
      if (same !== undefined) return same.code;
      for (const old of known.slice(0, Math.max(0, known.length + 1 - MOST)))
        await rm(place(old.call, WAITING), { force: true });
      const asked = now();
      const kept: AskedCall = { ...call, code: freshCode(), asked, expires: asked + WAITING_MS };
      const text = JSON.stringify(kept);
      if (Buffer.byteLength(text) > MAX_BYTES) return undefined;
      await writePrivateFile(place(call.call, WAITING), text);
      return kept.code;
    },
    approve: async (call) => {
      const expires = now() + APPROVED_MS;
      await writePrivateFile(place(call.call, APPROVED), JSON.stringify({ ...call, expires }));
      await rm(place(call.call, WAITING), { force: true });
    },
    use: async (call, policy) => {
      const mine = place(call, `.${randomInt(2 ** 47)}.used`);
      try {
        // Of several that try one can rename it.
        await rename(place(call, APPROVED), mine);
      } catch {
        return false;
      }
      const one = await read(mine);
      await rm(mine, { force: true });
      return one !== undefined && one.call === call && one.policy === policy && one.expires > now();
    },
  };
}

/** What waits no more goes when something new is kept: looking changes nothing. */
async function removeOthers(folder: string, known: readonly AskedCall[]): Promise<void> {
  const kept = new Set(known.map(({ call }) => `${call}${WAITING}`));
  const names = await readdir(folder).catch((): readonly string[] => []);
  for (const name of names.filter((one) => one.endsWith(WAITING) && !kept.has(one)).slice(0, 10 * MOST))
    await rm(join(folder, name), { force: true });
}

async function read(file: string): Promise<AskedCall | undefined> {
  try {
    if ((await stat(file)).size > 2 * MAX_BYTES) return undefined;
    return readAskedCall(await readFile(file));
  } catch {
    return undefined;
  }
}

/** Eight letters, in two groups: 40 bits. */
function freshCode(): string {
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)] ?? "").join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

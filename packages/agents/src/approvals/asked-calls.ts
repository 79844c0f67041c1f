import { writePrivateFile } from "@gatehouse-hooks/audit";
import { isRecord, parseJsonObject } from "@gatehouse-hooks/json";
import { makePrivate } from "@gatehouse-hooks/local";
import type { AskingProcess } from "@gatehouse-hooks/local/person";
import { requireHome } from "@gatehouse-hooks/local/places";
import { randomInt, randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { approvalKey, approvalSealer } from "./approval-seal.js";
import { type AskedCall, readAskedCall } from "./asked-call.js";

/** How long a call waits for a person. */
const WAITING_MS = 15 * 60_000;
/** How long an approval counts. */
const APPROVED_MS = 5 * 60_000;
/** Calls that wait at once; the oldest make room. */
const MOST = 50;
/** Processes that a call is kept with: agents that have tried it. */
const MOST_ASKING = 8;
/** Bytes of one kept call; a longer one cannot be shown whole, and is not approved. */
const MAX_BYTES = 64 * 1_024;
/** Crockford's base 32: no letters that are mistaken for each other. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const WAITING = ".asked";
const APPROVED = ".approved";
const USED = ".used";

/**
 * Calls that wait for a person, and those that a person has approved. Sealed files in the user's own folder, one call each: a file that
 * was not sealed with the key of the folder, or that was sealed as something else, does not count.
 */
export interface AskedCalls {
  /**
   * Keeps a call for a person to answer; the same call keeps its code.
   *
   * @param by the agent that wants to make it
   * @returns the code; undefined where it cannot be kept
   */
  readonly keep: (
    call: Omit<AskedCall, "code" | "asked" | "expires">,
    by?: AskingProcess,
  ) => Promise<string | undefined>;
  /** Those that wait, the oldest first. */
  readonly waiting: () => Promise<readonly AskedCall[]>;
  /** The agents of those that wait. */
  readonly asking: () => Promise<readonly AskingProcess[]>;
  /** From now on the call may happen once. @throws Error where that cannot be kept */
  readonly approve: (call: AskedCall) => Promise<void>;
  /** Uses up the approval of a call, if there is one: of several processes one gets it, and that once. */
  readonly use: (call: string, policy: string | null) => Promise<boolean>;
}

/**
 * @param now milliseconds since 1970
 * @param used approvals that this process has used up: a daemon knows of them, too, where their files are put back
 */
export function askedCalls(
  home: string,
  now: () => number = Date.now,
  used: Set<string> = new Set(),
): AskedCalls {
  return new CallFiles(join(requireHome(home), ".gatehouse", "approvals"), now, used);
}

class CallFiles implements AskedCalls {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #used: Set<string>;

  constructor(folder: string, now: () => number, used: Set<string>) {
    this.#folder = folder;
    this.#now = now;
    this.#used = used;
  }

  async waiting(): Promise<readonly AskedCall[]> {
    return (await this.#kept()).map(({ call }) => call);
  }

  async asking(): Promise<readonly AskingProcess[]> {
    return (await this.#kept()).flatMap(({ by }) => by);
  }

  async keep(...[call, by]: Parameters<AskedCalls["keep"]>): Promise<string | undefined> {
    if ((await makePrivate(this.#folder)) !== null) return undefined;
    const key = await approvalKey(this.#folder);
    if (key === undefined) return undefined;
    const known = await this.#kept();
    await removeOthers(this.#folder, known, this.#now());
    const same = known.find((one) => one.call.call === call.call && one.call.policy === call.policy);
    if (same === undefined) await makeRoom(this.#folder, known);
    const asked = this.#now();
    const whole = same?.call ?? { ...call, code: freshCode(), asked, expires: asked + WAITING_MS };
    const all = withProcess(same?.by ?? [], by);
    if (same !== undefined && all === same.by) return whole.code;
    const text = JSON.stringify({ call: whole, by: all });
    if (Buffer.byteLength(text) > MAX_BYTES) return undefined;
    await writePrivateFile(this.#place(call.call, WAITING), approvalSealer(key, WAITING).seal(text));
    return whole.code;
  }

  async approve(call: AskedCall): Promise<void> {
    const key = await approvalKey(this.#folder);
    if (key === undefined) throw new Error(`\`${this.#folder}\` has no key of this user alone`);
    const until = { ...call, expires: this.#now() + APPROVED_MS };
    const text = JSON.stringify({ call: until, by: [], id: randomUUID() });
    await writePrivateFile(this.#place(call.call, APPROVED), approvalSealer(key, APPROVED).seal(text));
    await rm(this.#place(call.call, WAITING), { force: true });
  }

  async use(call: string, policy: string | null): Promise<boolean> {
    const mine = this.#place(call, `.${randomInt(2 ** 47)}.taken`);
    try {
      // Of several that try one can rename it.
      await rename(this.#place(call, APPROVED), mine);
    } catch {
      return false;
    }
    const key = await approvalKey(this.#folder);
    const one = key === undefined ? undefined : await read(mine, key, APPROVED);
    await rm(mine, { force: true });
    if (one === undefined || one.call.call !== call || one.call.policy !== policy) return false;
    return one.call.expires > this.#now() && (await isFirstUse(this.#folder, one.id, this.#used));
  }

  async #kept(): Promise<readonly KeptCall[]> {
    const names = (await namesIn(this.#folder)).filter((one) => one.endsWith(WAITING)).slice(0, 10 * MOST);
    const key = names.length === 0 ? undefined : await approvalKey(this.#folder);
    if (key === undefined) return [];
    const found = await Promise.all(names.map((name) => read(join(this.#folder, name), key, WAITING)));
    return found
      .flatMap((one) => (one !== undefined && one.call.expires > this.#now() ? [one] : []))
      .toSorted((left, right) => left.call.asked - right.call.asked);
  }

  #place(name: string, ending: string): string {
    return join(this.#folder, `${name}${ending}`);
  }
}

interface KeptCall {
  readonly call: AskedCall;
  readonly by: readonly AskingProcess[];
  /** Of an approval. */
  readonly id: string;
}

/** An approval that was put back after its use has been used: the mark of it is made once. */
async function isFirstUse(folder: string, id: string, used: Set<string>): Promise<boolean> {
  if (!/^[0-9a-f-]{36}$/.test(id) || used.has(id)) return false;
  used.add(id);
  return await writeFile(join(folder, `${id}${USED}`), "", { flag: "wx", mode: 0o600 }).then(
    () => true,
    () => false,
  );
}

/** What waits no more, and marks of approvals that are over, go when something new is kept: looking changes nothing. */
async function removeOthers(folder: string, known: readonly KeptCall[], now: number): Promise<void> {
  const waiting = new Set(known.map(({ call }) => `${call.call}${WAITING}`));
  for (const name of (await namesIn(folder)).slice(0, 20 * MOST)) {
    const file = join(folder, name);
    const isOver = name.endsWith(WAITING) ? !waiting.has(name) : /\.(?:used|approved|taken|json)$/.test(name);
    if (!isOver) continue;
    const changed = name.endsWith(WAITING)
      ? 0
      : await stat(file).then(
          ({ mtimeMs }) => mtimeMs,
          () => now,
        );
    if (changed + 2 * APPROVED_MS < now) await rm(file, { force: true });
  }
}

async function makeRoom(folder: string, known: readonly KeptCall[]): Promise<void> {
  for (const { call } of known.slice(0, Math.max(0, known.length + 1 - MOST)))
    await rm(join(folder, `${call.call}${WAITING}`), { force: true });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}

function withProcess(
  known: readonly AskingProcess[],
  by: AskingProcess | undefined,
): readonly AskingProcess[] {
  if (by === undefined || known.some(({ pid, start }) => pid === by.pid && start === by.start)) return known;
  return [...known, by].slice(-MOST_ASKING);
}

async function read(file: string, key: string, kind: string): Promise<KeptCall | undefined> {
  try {
    if ((await stat(file)).size > 2 * MAX_BYTES) return undefined;
    const text = approvalSealer(key, kind).open(await readFile(file, "utf8"));
    const { value, issue } = parseJsonObject(text ?? "");
    const call = issue === undefined && isRecord(value["call"]) ? readAskedCall(value["call"]) : undefined;
    if (issue !== undefined || call === undefined) return undefined;
    const { by, id } = value;
    return {
      call,
      by: Array.isArray(by) ? by.flatMap((one) => processOf(one)) : [],
      id: typeof id === "string" ? id : "",
    };
  } catch {
    return undefined;
  }
}

function processOf(value: unknown): readonly AskingProcess[] {
  if (!isRecord(value)) return [];
  const { pid, start, group } = value;
  if (typeof pid !== "number" || typeof start !== "string" || typeof group !== "string") return [];
  return [{ pid, start, group }];
}

/** Eight letters, in two groups: 40 bits. */
function freshCode(): string {
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)] ?? "").join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

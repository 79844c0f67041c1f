import { writePrivateFile } from "@gatehouse-hooks/audit";
import { isRecord, type JsonObject, parseJsonObject } from "@gatehouse-hooks/json";
import { makePrivate } from "@gatehouse-hooks/local";
import {
  answeredApproval,
  type ApprovalOutcome,
  type CallOfApproval,
  type KeptApproval,
  type KeptApprovals,
} from "@gatehouse-hooks/runtime";
import { createHash, randomInt, randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { approvalKey, approvalSealer } from "./approval-seal.js";

/** Calls that wait at once; the oldest make room. */
const MOST = 50;
/** Bytes of one kept call; a longer one cannot be shown whole, and is not approved. */
const MAX_BYTES = 64 * 1_024;
/** Milliseconds for which marks of what was used are kept: no yes is for as long. */
const MARKED_MS = 60 * 60_000;
const ENDINGS = { waiting: ".asked", approved: ".approved", refused: ".refused" } as const;
const USED = ".used";
const TAKEN = ".taken";

/** What a store in files is made for. */
interface FileApprovalsOptions<A extends KeptApproval> {
  /** Private to the user; made where it is not there. */
  readonly folder: string;
  /** Reads what is kept of a question; undefined for anything else. */
  readonly read: (value: JsonObject) => A | undefined;
  /** What is kept of a question that is asked again; the same object: nothing new. Default: as it was. */
  readonly merge?: (known: A, again: A) => A;
  /** Approvals that this process has used up: a daemon knows of them, too, where their files are put back. */
  readonly used?: Set<string>;
}

/**
 * Keeps approvals in sealed files, one call each, for the processes of one user. A file that was not sealed with the key of the folder, or
 * that was sealed as something else, does not count. Of several processes that answer or use, the one that renames the file does.
 */
export function fileApprovals<A extends KeptApproval>(options: FileApprovalsOptions<A>): KeptApprovals<A> {
  return new FileApprovals(options);
}

class FileApprovals<A extends KeptApproval> implements KeptApprovals<A> {
  readonly #folder: string;
  readonly #read: (value: JsonObject) => A | undefined;
  readonly #merge: (known: A, again: A) => A;
  readonly #used: Set<string>;

  constructor({ folder, read, merge = (known) => known, used = new Set() }: FileApprovalsOptions<A>) {
    this.#folder = folder;
    this.#read = read;
    this.#merge = merge;
    this.#used = used;
  }

  async ask(approval: A, now: number): Promise<A> {
    const problem = makePrivate(this.#folder);
    if (problem !== null) throw new Error(problem);
    const same = await this.#ofCall(approval, now);
    if (same !== undefined) {
      const merged = same.state === "waiting" ? this.#merge(same, approval) : same;
      if (merged !== same) await this.#write(merged);
      return merged;
    }
    const known = await this.#kept(now);
    await removeOthers(this.#folder, new Set(known.map((one) => fileOf(one))), now);
    for (const one of known.slice(0, Math.max(0, known.length + 1 - MOST)))
      await rm(join(this.#folder, fileOf(one)), { force: true });
    await this.#write(approval);
    return approval;
  }

  async get(tenant: string, id: string, now: number): Promise<A | undefined> {
    const all = await this.#kept(now, Object.values(ENDINGS));
    return all.find((one) => one.tenant === tenant && one.id === id);
  }

  async waiting(tenant: string, now: number): Promise<readonly A[]> {
    return (await this.#kept(now)).filter((one) => one.tenant === tenant);
  }

  async answer(
    ...[tenant, id, given, now]: Parameters<KeptApprovals<A>["answer"]>
  ): Promise<ApprovalOutcome<A>> {
    const before = await this.get(tenant, id, now);
    if (before === undefined) return { kind: "gone" };
    if (before.state !== "waiting") return { kind: "conflict", approval: before };
    const after = answeredApproval(before, given);
    if ((await this.#take(before))?.approval.id !== id) {
      const other = await this.#ofCall(before, now);
      return other === undefined ? { kind: "gone" } : { kind: "conflict", approval: other };
    }
    await this.#write(after);
    return { kind: "answered", approval: after };
  }

  async use(call: CallOfApproval, now: number): Promise<A | undefined> {
    const taken = await this.#take({ ...call, state: "approved" });
    if (taken === undefined) return undefined;
    const { approval, use } = taken;
    const isIt =
      approval.tenant === call.tenant && approval.call === call.call && approval.policy === call.policy;
    if (!isIt || approval.expires <= now || !(await isFirstUse(this.#folder, use, this.#used)))
      return undefined;
    return approval;
  }

  async close(): Promise<void> {
    // Nothing is open between two calls.
  }

  /** Takes a record away: of several that try, one gets it. */
  async #take(of: CallOfApproval & Pick<A, "state">): Promise<Sealed<A> | undefined> {
    const mine = `${fileOf(of)}.${randomInt(2 ** 47)}${TAKEN}`;
    try {
      await rename(join(this.#folder, fileOf(of)), join(this.#folder, mine));
    } catch {
      return undefined;
    }
    const key = await approvalKey(this.#folder);
    const found = key === undefined ? undefined : await this.#open(mine, key, of.state);
    await rm(join(this.#folder, mine), { force: true });
    return found;
  }

  async #ofCall(call: CallOfApproval, now: number): Promise<A | undefined> {
    const key = await approvalKey(this.#folder);
    if (key === undefined) throw new Error(`\`${this.#folder}\` has no key of this user alone`);
    for (const state of ["approved", "refused", "waiting"] as const) {
      const found = (await this.#open(fileOf({ ...call, state }), key, state))?.approval;
      if (found !== undefined && found.expires > now && fileOf(found) === fileOf({ ...call, state }))
        return found;
    }
    return undefined;
  }

  /** The oldest first. */
  async #kept(now: number, endings: readonly string[] = [ENDINGS.waiting]): Promise<readonly A[]> {
    const names = (await namesIn(this.#folder)).filter((name) => endings.some((one) => name.endsWith(one)));
    const key = names.length === 0 ? undefined : await approvalKey(this.#folder);
    if (key === undefined) return [];
    const found = await Promise.all(
      names.slice(0, 10 * MOST).map(async (name) => {
        const one = (await this.#open(name, key, stateOf(name)))?.approval;
        return one !== undefined && one.expires > now && fileOf(one) === name ? [one] : [];
      }),
    );
    return found.flat().toSorted((left, right) => left.asked - right.asked);
  }

  async #write(approval: A): Promise<void> {
    const key = await approvalKey(this.#folder);
    if (key === undefined) throw new Error(`\`${this.#folder}\` has no key of this user alone`);
    const text = JSON.stringify({ approval, use: randomUUID() });
    if (Buffer.byteLength(text) > MAX_BYTES) throw new Error("the call is too long to be shown");
    const sealed = approvalSealer(key, ENDINGS[approval.state]).seal(text);
    await writePrivateFile(join(this.#folder, fileOf(approval)), sealed);
  }

  async #open(name: string, key: string, state: KeptApproval["state"]): Promise<Sealed<A> | undefined> {
    try {
      const file = join(this.#folder, name);
      if ((await stat(file)).size > 2 * MAX_BYTES) return undefined;
      const text = approvalSealer(key, ENDINGS[state]).open(await readFile(file, "utf8"));
      const { value, issue } = parseJsonObject(text ?? "");
      if (issue !== undefined || !isRecord(value["approval"]) || typeof value["use"] !== "string")
        return undefined;
      const approval = this.#read(value["approval"]);
      return approval?.state === state ? { approval, use: value["use"] } : undefined;
    } catch {
      return undefined;
    }
  }
}

interface Sealed<A> {
  readonly approval: A;
  /** Of this yes: each has one of its own. */
  readonly use: string;
}

/** The name of the file that a record is in. */
function fileOf({ tenant, call, policy, state }: CallOfApproval & Pick<KeptApproval, "state">): string {
  const name = createHash("sha256")
    .update(JSON.stringify([tenant, call, policy]))
    .digest("hex");
  return `${name}${ENDINGS[state]}`;
}

function stateOf(name: string): KeptApproval["state"] {
  return name.endsWith(ENDINGS.approved)
    ? "approved"
    : name.endsWith(ENDINGS.refused)
      ? "refused"
      : "waiting";
}

/** An approval that was put back after its use has been used: the mark of it is made once. */
async function isFirstUse(folder: string, use: string, used: Set<string>): Promise<boolean> {
  if (!/^[0-9a-f-]{36}$/.test(use) || used.has(use)) return false;
  used.add(use);
  return await writeFile(join(folder, `${use}${USED}`), "", { flag: "wx", mode: 0o600 }).then(
    () => true,
    () => false,
  );
}

/** What waits no more, and marks of approvals that are over, go when something new is kept: looking changes nothing. */
async function removeOthers(folder: string, waiting: ReadonlySet<string>, now: number): Promise<void> {
  for (const name of (await namesIn(folder)).slice(0, 20 * MOST)) {
    const isWaiting = name.endsWith(ENDINGS.waiting);
    if (isWaiting ? waiting.has(name) : !/\.(?:used|approved|refused|taken|json)$/.test(name)) continue;
    const file = join(folder, name);
    const changed = isWaiting
      ? 0
      : await stat(file).then(
          ({ mtimeMs }) => mtimeMs,
          () => now,
        );
    if (changed + MARKED_MS < now) await rm(file, { force: true });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}

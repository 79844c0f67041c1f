import { ownProperties } from "@gatehouse-hooks/json";
import path from "node:path";
import type { Event, Verdict } from "@gatehouse-hooks/engine";
import type { Environment } from "../environment.js";
import { type BuiltinCall, NO_OPINION } from "../builtin-call.js";
import type { GitCall } from "../git/run-git.js";
import { withLock } from "./process-lock.js";
import { type Checkpoint, type SessionRecord, sessionStore, type SessionStore } from "./session-store.js";
import { openShadowRepository, type ShadowRepository } from "./shadow-repository.js";

/** Where snapshots are kept, and how git is run for them. */
export interface SnapshotOptions {
  /** The environment that git inherits, normally `process.env`. */
  readonly env: Environment;
  readonly home: string;
  /** Default: `.gatehouse/snapshots` below `home`. */
  readonly directory?: string;
  /** Milliseconds that one git command may take when undoing. Default 30,000. */
  readonly timeoutMs?: number;
  /** Milliseconds since 1970. Default: the clock of this machine. */
  readonly now?: () => number;
}

/** What undoing did. */
export type Undone =
  | { readonly kind: "undone"; readonly files: number }
  | { readonly kind: "nothing-to-undo" }
  | { readonly kind: "failed"; readonly message: string };

/** A session with checkpoints in a work tree. */
export interface SnapshotSession {
  readonly session: string;
  /** Oldest first. */
  readonly checkpoints: readonly Checkpoint[];
}

/**
 * Records of the files of work trees, session by session, and the way back. They are kept on disk: any process that has the
 * same directory goes on where another one ended.
 */
export interface Snapshots {
  /** The builtin `snapshot`. It never has an opinion; outside a git repository it does nothing. */
  record(call: BuiltinCall): Promise<Verdict>;
  /** The sessions with checkpoints in the work tree of a directory; the one that changed last first. */
  sessions(cwd: string): Promise<readonly SnapshotSession[]>;
  /** The checkpoints of a session, oldest first. */
  list(session: string, cwd: string): Promise<readonly Checkpoint[]>;
  /** Takes back the last change of a session: its files become what they were before. */
  undo(session: string, cwd: string): Promise<Undone>;
  /** Takes back all changes except the first `keep`. */
  reset(session: string, cwd: string, keep: number): Promise<Undone>;
}

/** Milliseconds that trees are kept: git's own pruning is told the same. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Makes a recorder. `turn_start` and `pre_tool_use` remember how the files are; `turn_end` and `post_tool_use` keep a
 * checkpoint when they have changed since. The repository of the user is only read, and nothing that its configuration names
 * is run.
 */
export function createSnapshots(given: SnapshotOptions): Snapshots {
  const options = ownProperties(given);
  const { env, home, timeoutMs = 30_000, now = Date.now } = options;
  const directory = options.directory ?? path.join(home, ".gatehouse", "snapshots");
  /** One at a time: a shadow repository has one index. Other processes wait for the lock. */
  const inTurn = turns();
  const callOf = (cwd: string): GitCall => ({ cwd, env, timeoutMs, signal: new AbortController().signal });
  const storeOf = (shadow: ShadowRepository): SessionStore =>
    sessionStore(path.join(shadow.directory, "sessions"));
  const sessions = async (cwd: string): Promise<readonly SnapshotSession[]> => {
    const shadow = await openShadowRepository(directory, callOf(cwd));
    if (shadow.kind !== "shadow") return [];
    return (await storeOf(shadow).all())
      .filter(({ history }) => history.length > 0)
      .map(({ session, history }) => ({ session, checkpoints: history }));
  };

  const revert = (id: string, cwd: string, keepOf: (length: number) => number): Promise<Undone> =>
    inTurn(async () => {
      const shadow = await openShadowRepository(directory, callOf(cwd));
      if (shadow.kind === "refused") return { kind: "failed", message: shadow.why };
      if (shadow.kind === "none") return { kind: "nothing-to-undo" };
      const done = await withLock(shadow.lock, timeoutMs, async () => {
        const store = storeOf(shadow);
        return await goBack(shadow, store, await store.read(id), keepOf);
      });
      return done?.value ?? { kind: "failed", message: "another process holds the snapshots" };
    });

  return {
    async record(call) {
      const id = stringIn(call.event, "session_id");
      if (id === "" || call.cwd === "") return NO_OPINION;
      return await inTurn(async () => {
        const shadow = await openShadowRepository(directory, call);
        if (shadow.kind === "none") return NO_OPINION;
        if (shadow.kind === "refused") return warned(shadow.why);
        const done = await withLock(shadow.lock, call.timeoutMs, async () =>
          recordEvent(shadow, storeOf(shadow), call.event, id, now),
        );
        return done === undefined ? warned("another process holds the snapshots") : NO_OPINION;
      });
    },
    sessions,
    list: async (id, cwd) => (await sessions(cwd)).find(({ session }) => session === id)?.checkpoints ?? [],
    undo: (id, cwd) => revert(id, cwd, (length) => length - 1),
    reset: (id, cwd, keep) => revert(id, cwd, () => Math.max(0, keep)),
  };
}

/** Does one work after the other. */
function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

function warned(why: string): Verdict {
  return { ...NO_OPINION, warnings: [`no snapshot of the files was made: ${why}`] };
}

/** Takes back checkpoint after checkpoint; the record says after each one what is left. */
async function goBack(
  shadow: ShadowRepository,
  store: SessionStore,
  record: SessionRecord,
  keepOf: (length: number) => number,
): Promise<Undone> {
  const keep = keepOf(record.history.length);
  if (keep < 0 || keep >= record.history.length) return { kind: "nothing-to-undo" };
  const files = new Set<string>();
  const taken = record.history.slice(keep).reverse();
  for (const [i, checkpoint] of taken.entries()) {
    if (!(await shadow.restore(checkpoint.tree, checkpoint.files))) {
      return { kind: "failed", message: "git could not bring the files back" };
    }
    await store.write({ ...record, history: record.history.slice(0, record.history.length - 1 - i) });
    for (const file of checkpoint.files) files.add(file);
  }
  return { kind: "undone", files: files.size };
}

async function recordEvent(
  shadow: ShadowRepository,
  store: SessionStore,
  event: Event,
  session: string,
  now: () => number,
): Promise<void> {
  const call = stringIn(event, "tool_use_id");
  const begin = async (what: string): Promise<void> => {
    const tree = await shadow.record();
    if (tree === undefined) return;
    const record = await store.read(session);
    await store.write({ ...record, open: [...record.open.filter(([one]) => one !== what), [what, tree]] });
  };
  const end = async (what: string): Promise<void> => {
    const record = await store.read(session);
    const before = record.open.find(([one]) => one === what)?.[1];
    if (before === undefined) return;
    const open = record.open.filter(([one]) => one !== what);
    const after = await shadow.record();
    const files =
      after === undefined || after === before ? [] : ((await shadow.changed(before, after)) ?? []);
    const at = new Date(now()).toISOString();
    const history = files.length === 0 ? record.history : [...record.history, { tree: before, files, at }];
    await store.write({ ...record, open, history });
  };
  switch (event.event) {
    case "session_start":
      await shadow.record();
      return;
    case "turn_start":
      return await begin("turn");
    case "pre_tool_use":
      return call === "" ? undefined : await begin(`call ${call}`);
    case "turn_end":
      return await end("turn");
    case "post_tool_use":
      return await end(`call ${call}`);
    case "session_end":
      await store.forget(now() - KEPT_MS);
      return await shadow.clean();
    default:
  }
}

function stringIn(event: Event, key: string): string {
  const value = Object.hasOwn(event, key) ? event[key] : undefined;
  return typeof value === "string" ? value : "";
}

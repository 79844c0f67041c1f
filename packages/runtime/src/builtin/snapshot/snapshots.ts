import { ownProperties } from "../../own-properties.js";
import path from "node:path";
import type { Event, Verdict } from "@gatehouse/engine";
import type { Environment } from "../../command/environment.js";
import { type BuiltinCall, NOTHING } from "../builtin-call.js";
import type { GitCall } from "../git-output.js";
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
}

/** What changed between two moments of a session. */
export interface Checkpoint {
  /** The tree before the change. */
  readonly tree: string;
  /** The files that changed, relative to the work tree. */
  readonly files: readonly string[];
}

/** What undoing did. */
export type Undone =
  | { readonly kind: "undone"; readonly files: number }
  | { readonly kind: "nothing-to-undo" }
  | { readonly kind: "failed"; readonly message: string };

/** Records of the files of work trees, session by session, and the way back. */
export interface Snapshots {
  /** The builtin `snapshot`. It never has an opinion, and does nothing outside a git repository. */
  record(call: BuiltinCall): Promise<Verdict>;
  /** The checkpoints of a session, oldest first. */
  list(session: string): readonly Checkpoint[];
  /** Takes back the last change of a session: its files become what they were before. */
  undo(session: string, cwd: string): Promise<Undone>;
  /** Takes back all changes but the first `keep`. */
  reset(session: string, cwd: string, keep: number): Promise<Undone>;
}

/** Sessions, and checkpoints and open tool calls of each, that are remembered; the oldest are forgotten. */
const MAX_SESSIONS = 100;
const MAX_CHECKPOINTS = 1_000;
const MAX_OPEN = 1_000;

interface Session {
  /** Trees before what goes on now, by `turn` or the id of a tool call. */
  readonly open: Map<string, string>;
  readonly history: Checkpoint[];
}

/**
 * Makes a recorder. `turn_start` and `pre_tool_use` remember how the files are; `turn_end` and `post_tool_use` keep a
 * checkpoint when they have changed since. The repository of the user is only read.
 */
export function createSnapshots(given: SnapshotOptions): Snapshots {
  const options = ownProperties(given);
  const { env, home, timeoutMs = 30_000 } = options;
  const directory = options.directory ?? path.join(home, ".gatehouse", "snapshots");
  const sessions = new Map<string, Session>();
  /** One at a time: a shadow repository has one index. */
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
  const sessionOf = (id: string): Session => {
    const known = sessions.get(id) ?? { open: new Map<string, string>(), history: [] };
    sessions.delete(id);
    sessions.set(id, known);
    forgetOldest(sessions, MAX_SESSIONS);
    return known;
  };

  const revert = (id: string, cwd: string, keep: number): Promise<Undone> =>
    inTurn(async () => {
      const history = sessions.get(id)?.history ?? [];
      if (keep >= history.length) return { kind: "nothing-to-undo" };
      const call: GitCall = { cwd, env, timeoutMs, signal: new AbortController().signal };
      const shadow = await openShadowRepository(directory, call);
      if (shadow === undefined) return { kind: "failed", message: "this is no git repository" };
      const files = new Set<string>();
      while (history.length > keep) {
        const checkpoint = history.at(-1);
        if (checkpoint === undefined) break;
        if (!(await shadow.restore(checkpoint.tree, checkpoint.files))) {
          return { kind: "failed", message: "git could not bring the files back" };
        }
        history.pop();
        for (const file of checkpoint.files) files.add(file);
      }
      return { kind: "undone", files: files.size };
    });

  return {
    async record(call) {
      const id = textOf(call.event, "session_id");
      if (id === "" || call.cwd === "") return NOTHING;
      await inTurn(async () => {
        const shadow = await openShadowRepository(directory, call);
        if (shadow !== undefined) await recordEvent(shadow, call.event, sessionOf(id));
      });
      return NOTHING;
    },
    list: (id) => [...(sessions.get(id)?.history ?? [])],
    undo: (id, cwd) => revert(id, cwd, Math.max(0, (sessions.get(id)?.history.length ?? 0) - 1)),
    reset: (id, cwd, keep) => revert(id, cwd, Math.max(0, keep)),
  };
}

async function recordEvent(shadow: ShadowRepository, event: Event, session: Session): Promise<void> {
  const call = textOf(event, "tool_use_id");
  switch (event.event) {
    case "session_start":
      await shadow.record();
      return;
    case "turn_start":
      return begin(shadow, session, "turn");
    case "pre_tool_use":
      return call === "" ? undefined : begin(shadow, session, `call ${call}`);
    case "turn_end":
      return end(shadow, session, "turn");
    case "post_tool_use":
      return end(shadow, session, `call ${call}`);
    case "session_end":
      return shadow.clean();
    default:
  }
}

async function begin(shadow: ShadowRepository, { open }: Session, what: string): Promise<void> {
  const tree = await shadow.record();
  if (tree === undefined) return;
  open.set(what, tree);
  forgetOldest(open, MAX_OPEN);
}

async function end(shadow: ShadowRepository, { open, history }: Session, what: string): Promise<void> {
  const before = open.get(what);
  if (before === undefined) return;
  open.delete(what);
  const after = await shadow.record();
  const files = after === undefined || after === before ? [] : await shadow.changed(before, after);
  if (files === undefined || files.length === 0) return;
  history.push({ tree: before, files });
  if (history.length > MAX_CHECKPOINTS) history.shift();
}

function forgetOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

function textOf(event: Event, key: string): string {
  const value = Object.hasOwn(event, key) ? event[key] : undefined;
  return typeof value === "string" ? value : "";
}

import type { JsonObject } from "@gatehouse-hooks/json";
import type { KeptApproval } from "@gatehouse-hooks/runtime";
import { type AskedApproval, type ApprovalStore, memoryApprovals } from "@gatehouse-hooks/server";
import { redisApprovals } from "@gatehouse-hooks/server/redis";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileApprovals } from "../../../agents/src/approvals/file-approvals.js";
import { startRedis } from "../../../cache/test/redis-server.js";
import { KEY } from "../served.js";

/** The records of a store, as another process of the user finds them: it may do to them what it likes. */
export interface RawRecords {
  readonly names: () => readonly string[];
  readonly read: (name: string) => string;
  readonly write: (name: string, text: string) => void;
  /** Takes away all that is not a question or an answer: marks of what was used. */
  readonly removeMarks: () => void;
}

/** Two stores that share their records, each as a process of its own would have it. */
export interface OpenedStores {
  readonly stores: readonly [ApprovalStore, ApprovalStore];
  /** Absent: nothing outside of the process has the records. */
  readonly raw?: RawRecords;
  /** A store of somebody with another key. */
  readonly foreign?: { readonly store: ApprovalStore; readonly raw: RawRecords };
  readonly close: () => Promise<void>;
}

/** A store, and how it is opened. */
export interface StoreKind {
  readonly name: string;
  readonly open: () => Promise<OpenedStores>;
}

export const STORE_KINDS: readonly StoreKind[] = [
  {
    name: "in memory",
    open: async () => {
      const store = memoryApprovals();
      return { stores: [store, store], close: async () => await store.close() };
    },
  },
  {
    name: "in files",
    open: async () => {
      const [own, other] = ["own", "other"].map((name) =>
        mkdtempSync(join(tmpdir(), `gatehouse-approvals-${name}-`)),
      ) as [string, string];
      const make = (folder: string): ApprovalStore => fileApprovals<AskedApproval>({ folder, read });
      return {
        stores: [make(own), make(own)],
        raw: filesIn(own),
        foreign: { store: make(other), raw: filesIn(other) },
        close: async () => {
          for (const folder of [own, other]) rmSync(folder, { recursive: true });
          await Promise.resolve();
        },
      };
    },
  },
  {
    name: "in Redis",
    open: async () => {
      const [redis, other] = await Promise.all([startRedis(), startRedis()]);
      const make = (url: string, key: string): ApprovalStore =>
        redisApprovals({ url, key, commandTimeoutMs: 20_000 });
      const stores = [make(redis.url, KEY), make(redis.url, KEY)] as const;
      const foreign = make(other.url, `${KEY} of somebody else`);
      return {
        stores,
        raw: keysOf(redis.command),
        foreign: { store: foreign, raw: keysOf(other.command) },
        close: async () => {
          await Promise.all([...stores, foreign].map(async (store) => await store.close()));
          await Promise.all([redis.remove(), other.remove()]);
        },
      };
    },
  },
];

/** The suite keeps whole questions, so nothing else is read. */
function read(value: JsonObject): AskedApproval {
  const kept: unknown = value;
  return kept as KeptApproval & AskedApproval;
}

function filesIn(folder: string): RawRecords {
  const ending = (one: string): boolean => /\.(?:asked|approved|refused)$/.test(one);
  return {
    names: () => readdirSync(folder).filter(ending),
    read: (name) => readFileSync(join(folder, name), "utf8"),
    write: (name, text) => writeFileSync(join(folder, name), text, { mode: 0o600 }),
    removeMarks: () => {
      for (const name of readdirSync(folder).filter((one) => !ending(one) && one !== "key"))
        rmSync(join(folder, name));
    },
  };
}

function keysOf(command: (...words: string[]) => string): RawRecords {
  const names = (pattern: string): readonly string[] =>
    command("KEYS", `gatehouse:approvals:1:${pattern}`)
      .split("\n")
      .filter((one) => one !== "");
  return {
    names: () => names("call:*"),
    read: (name) => command("GET", name).replace(/\n$/, ""),
    write: (name, text) => void command("SET", name, text),
    removeMarks: () => {
      for (const name of names("used:*")) command("DEL", name);
    },
  };
}

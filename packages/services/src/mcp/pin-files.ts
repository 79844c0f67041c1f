import { approvalKey, approvalSealer } from "@gatehouse-hooks/agents/approvals";
import { writePrivateFile } from "@gatehouse-hooks/audit";
import type { McpPins, ServerWords } from "@gatehouse-hooks/core/mcp";
import { isList, isRecord, type JsonObject, parseJsonObject } from "@gatehouse-hooks/json";
import { makePrivate } from "@gatehouse-hooks/local";
import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** What a person has accepted of a server. */
const ACCEPTED = ".accepted";
/** What the server said in its last session. */
const SEEN = ".seen";
/** Bytes of one server's words. */
const MAX_BYTES = 4 * 1_024 * 1_024;
const LIMITS = { maxBytes: MAX_BYTES, maxNodes: 1_000_000 } as const;
/** Servers that are kept; the one that was seen longest ago makes room, and what a person has accepted never does. */
const MOST = 200;
const DIGITS = 8;

/** A server that a gate was before. */
export interface SeenServer {
  /** Its name in policies, and a hash of how it is started: another command under the same name is another server. */
  readonly id: string;
  readonly name: string;
  /** Its command, or its address. */
  readonly started: string;
  /** What it said in its last session. */
  readonly words: ServerWords;
  /** Undefined: a person has not accepted anything of it. */
  readonly accepted: ServerWords | undefined;
}

/** Which server: its name in policies, and its command or address. */
export type ServerIdentity = Pick<SeenServer, "name" | "started">;

/**
 * What is kept of servers in the user's own folder: sealed files, so that one that was written by anything else does not count.
 *
 * @param home the user's
 */
export class PinFiles {
  readonly #folder: string;
  readonly #keys: string;

  constructor(home: string) {
    this.#folder = join(home, ".gatehouse", "mcp");
    this.#keys = join(home, ".gatehouse", "approvals");
  }

  /** What a gate before this server asks, and tells. */
  pinsOf(server: ServerIdentity): McpPins {
    const id = idOf(server);
    return {
      accepted: async () => await this.#read(id, ACCEPTED),
      saw: async (words) => {
        await this.#makeRoom(id);
        await this.#write(server, words, SEEN);
      },
      cure: `\`gatehouse mcp accept ${id}\` in a terminal of your own shows what it says, and accepts it`,
    };
  }

  /** All, by their names. */
  async servers(): Promise<readonly SeenServer[]> {
    const names = (await this.#names()).slice(0, 2 * MOST);
    const found: SeenServer[] = [];
    for (const name of names) {
      const id = name.slice(0, -SEEN.length);
      const kept = await this.#open(id, SEEN);
      if (kept === undefined) continue;
      found.push({ id, ...kept, accepted: await this.#read(id, ACCEPTED) });
    }
    return found;
  }

  /** From now on the server may say this. @throws where it cannot be kept */
  async accept(server: SeenServer): Promise<void> {
    await this.#write(server, server.words, ACCEPTED);
  }

  async #read(id: string, ending: string): Promise<ServerWords | undefined> {
    return (await this.#open(id, ending))?.words;
  }

  async #open(id: string, ending: string): Promise<(ServerIdentity & Pick<SeenServer, "words">) | undefined> {
    const file = join(this.#folder, `${id}${ending}`);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined || found.size > 2 * MAX_BYTES) return undefined;
    const key = await approvalKey(this.#keys);
    if (key === undefined) return undefined;
    const text = approvalSealer(key, `mcp${ending}`).open(await readFile(file, "utf8"));
    const { value, issue } = parseJsonObject(text ?? "", LIMITS);
    if (issue !== undefined) return undefined;
    const { name, started, words } = value;
    const read = readWords(words);
    if (typeof name !== "string" || typeof started !== "string" || read === undefined) return undefined;
    // A file that was moved is of another server.
    return idOf({ name, started }) === id ? { name, started, words: read } : undefined;
  }

  async #write({ name, started }: ServerIdentity, words: ServerWords, ending: string): Promise<void> {
    for (const folder of [this.#folder, this.#keys]) {
      const why = makePrivate(folder);
      if (why !== null) throw new Error(why);
    }
    const key = await approvalKey(this.#keys);
    if (key === undefined) throw new Error(`\`${this.#keys}\` has no key of this user alone`);
    const text = JSON.stringify({ name, started, words });
    if (Buffer.byteLength(text) > MAX_BYTES)
      throw new Error(`what the MCP server \`${name}\` says is longer than ${MAX_BYTES} bytes`);
    const sealed = approvalSealer(key, `mcp${ending}`).seal(text);
    await writePrivateFile(join(this.#folder, `${idOf({ name, started })}${ending}`), sealed);
  }

  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => name.endsWith(SEEN)).toSorted();
  }

  async #makeRoom(id: string): Promise<void> {
    const names = await this.#names();
    if (names.length < MOST || names.includes(`${id}${SEEN}`)) return;
    const files = await Promise.all(
      names.map(async (name) => {
        const file = join(this.#folder, name);
        return { file, changed: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 };
      }),
    );
    const [oldest] = files.toSorted((left, right) => left.changed - right.changed);
    if (oldest !== undefined) await rm(oldest.file, { force: true });
  }
}

function idOf({ name, started }: ServerIdentity): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([name, started]))
    .digest("hex");
  return `${name}-${hash.slice(0, DIGITS)}`;
}

function readWords(value: unknown): ServerWords | undefined {
  if (!isRecord(value)) return undefined;
  const { instructions, tools } = value;
  if (!isList(tools) || !tools.every(isObject)) return undefined;
  return typeof instructions === "string" ? { instructions, tools } : { tools };
}

function isObject(value: unknown): value is JsonObject {
  return isRecord(value);
}

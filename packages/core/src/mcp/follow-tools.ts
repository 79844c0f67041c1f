import type { Policy } from "@gatehouse-hooks/engine";
import { own } from "@gatehouse-hooks/json";
import { toolChanges, type ListedTool, readListedTools } from "./listed-tools.js";
import type { OwnRequests } from "./own-requests.js";
import { policyMismatches } from "./policy-mismatches.js";
import type { RpcFields } from "./rpc-message.js";

/** Follows the tools of a server, and compares policies with them. */
export interface ToolFollower {
  /** A page of the list, as the client has asked for it. */
  listed(params: RpcFields | undefined, result: RpcFields): void;
  /** Does the server list a tool of this name? Where that is not known yet, it is asked. What cannot be known is no. */
  has(name: string): Promise<boolean>;
  /** What the last whole list says of a tool. */
  named(name: string): readonly ListedTool[];
  /** The server says that its tools have changed: they are listed anew, whether the client does so or not. */
  changed(): void;
}

/** Asks the server for a page of its tools; `undefined` where it does not answer. */
type ToolLister = Pick<OwnRequests, "ask">;

/** What following needs. */
interface FollowToolsOptions {
  readonly server: string;
  readonly requests: ToolLister;
  readonly policies: () => readonly Policy[];
  readonly tell: (code: "policy-mismatch" | "tools-changed", message: string) => void;
  /** Gets each whole list. */
  readonly saw: (tools: readonly ListedTool[]) => void;
}

const LIST_MS = 60_000;
/** Pages of one list, and tools in all. */
const MOST_PAGES = 100;
const MOST_TOOLS = 10_000;
/** Names in one notice. */
const MOST_NAMES = 10;

/** A server may change its tools after a person has looked at them: what has changed is told. */
export function followTools({ server, requests, policies, tell, saw }: FollowToolsOptions): ToolFollower {
  /** The last whole list. */
  let known: readonly ListedTool[] | undefined;
  /** The client's list, as far as it has come. */
  const ofClient: Listing = { pages: undefined };
  const told = new Set<string>();

  const compare = (tools: readonly ListedTool[]): void => {
    const former = known;
    known = tools;
    saw(tools);
    const parts = former === undefined ? [] : changeWords(former, tools);
    if (parts.length > 0)
      tell("tools-changed", `the tools of \`${server}\` have changed: ${parts.join("; ")}`);
    for (const one of policyMismatches(policies(), server, tools)) {
      if (!told.has(one)) tell("policy-mismatch", one);
      told.add(one);
    }
  };

  const page = (listing: Listing, cursor: unknown, result: RpcFields): string | undefined => {
    const taken = takePage(listing, cursor, result);
    if (typeof taken === "object") compare(taken);
    return typeof taken === "string" ? taken : undefined;
  };

  const listAnew = async (): Promise<void> => {
    const listing: Listing = { pages: undefined };
    let cursor: string | undefined;
    for (let at = 0; at < MOST_PAGES && (at === 0 || cursor !== undefined); at++) {
      const result = await askForPage(requests, cursor);
      cursor = result === undefined ? undefined : page(listing, cursor, result);
    }
  };

  // A server that says so without end is asked once at a time.
  const relist = onceAtATime(listAnew);
  const named = (name: string): readonly ListedTool[] => known?.filter((tool) => tool.name === name) ?? [];
  return {
    listed: (params, result) => void page(ofClient, own(params, "cursor"), result),
    has: async (name) => {
      // A tool may be newer than the list.
      if (named(name).length === 0) await relist();
      return named(name).length > 0;
    },
    named,
    changed: () => void relist(),
  };
}

async function askForPage(requests: ToolLister, cursor: string | undefined): Promise<RpcFields | undefined> {
  const params = cursor === undefined ? {} : { cursor };
  return await requests.ask({ method: "tools/list", params, timeoutMs: LIST_MS });
}

/** The pages of a list that is not whole yet. */
interface Listing {
  pages: { readonly next: string; readonly tools: readonly ListedTool[] } | undefined;
}

/**
 * Takes a page into a list.
 *
 * @returns the cursor of the next page, or the whole list; `undefined` for a page that is not the next one
 */
function takePage(
  listing: Listing,
  cursor: unknown,
  result: RpcFields,
): string | readonly ListedTool[] | undefined {
  const before = typeof cursor === "string" ? listing.pages : undefined;
  // A page of a list whose beginning was not seen is not a list.
  if (typeof cursor === "string" && before?.next !== cursor) return undefined;
  const tools = [...(before?.tools ?? []), ...readListedTools(result)].slice(0, MOST_TOOLS);
  const next = own(result, "nextCursor");
  listing.pages = typeof next === "string" ? { next, tools } : undefined;
  return typeof next === "string" ? next : tools;
}

/** Does work when it is asked to; asked meanwhile, it does it once more. What fails is forgotten. Resolves when it has been done since. */
function onceAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    const now = work()
      .catch(() => undefined)
      .finally(() => {
        if (running === now) running = undefined;
      });
    running = now;
    return now;
  };
  return () => {
    if (running === undefined) return start();
    next ??= running.then(() => {
      next = undefined;
      return start();
    });
    return next;
  };
}

function changeWords(former: readonly ListedTool[], tools: readonly ListedTool[]): readonly string[] {
  const { added, removed, changed } = toolChanges(former, tools);
  const words = [
    [added, "new"],
    [removed, "gone"],
    [changed, "with another description or other arguments"],
  ] as const;
  return words.flatMap(([names, what]) => (names.length === 0 ? [] : [`${listOf(names)} ${what}`]));
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => `\`${name}\``);
  return names.length > MOST_NAMES ? `${shown.join(", ")} and others` : shown.join(", ");
}

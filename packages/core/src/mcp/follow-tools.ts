import type { Policy } from "@gatehouse-hooks/engine";
import { own } from "@gatehouse-hooks/json";
import { changesOf, type ListedTool, readTools } from "./listed-tools.js";
import type { OwnRequests } from "./own-requests.js";
import { policyMismatches } from "./policy-mismatches.js";
import type { RpcFields } from "./rpc-message.js";

/** Follows the tools of a server, and compares policies with them. */
export interface ToolFollower {
  /** A page of the list, as the client has asked for it. */
  listed(params: RpcFields | undefined, result: RpcFields): void;
  /** The server says that its tools have changed: they are listed anew, whether the client does so or not. */
  changed(): void;
}

/** What following needs. */
export interface FollowToolsOptions {
  readonly server: string;
  readonly requests: OwnRequests;
  readonly policies: () => readonly Policy[];
  readonly tell: (code: "policy-mismatch" | "tools-changed", message: string) => void;
}

const LIST_MS = 60_000;
/** Pages of one list, and tools in all. */
const MOST_PAGES = 100;
const MOST_TOOLS = 10_000;
/** Names in one notice. */
const MOST_NAMES = 10;

/** A server may change its tools after a person has looked at them: what has changed is told. */
export function followTools({ server, requests, policies, tell }: FollowToolsOptions): ToolFollower {
  /** The last whole list. */
  let known: readonly ListedTool[] | undefined;
  let pages: { readonly next: string; readonly tools: readonly ListedTool[] } | undefined;
  const told = new Set<string>();

  const page = (cursor: unknown, result: RpcFields): string | undefined => {
    const before = typeof cursor === "string" ? pages : undefined;
    // A page of a list whose beginning was not seen is not a list.
    if (typeof cursor === "string" && before?.next !== cursor) return undefined;
    const tools = [...(before?.tools ?? []), ...readTools(result)].slice(0, MOST_TOOLS);
    const next = own(result, "nextCursor");
    if (typeof next === "string") {
      pages = { next, tools };
      return next;
    }
    pages = undefined;
    compare(tools);
    return undefined;
  };

  const compare = (tools: readonly ListedTool[]): void => {
    const former = known;
    known = tools;
    const parts = former === undefined ? [] : changeWords(former, tools);
    if (parts.length > 0)
      tell("tools-changed", `the tools of \`${server}\` have changed: ${parts.join("; ")}`);
    for (const one of policyMismatches(policies(), server, tools)) {
      if (!told.has(one)) tell("policy-mismatch", one);
      told.add(one);
    }
  };

  const listAnew = async (): Promise<void> => {
    let cursor: string | undefined;
    for (let at = 0; at < MOST_PAGES; at++) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await requests.ask({ method: "tools/list", params, timeoutMs: LIST_MS });
      if (result === undefined) return;
      cursor = page(cursor, result);
      if (cursor === undefined) return;
    }
  };

  return {
    listed: (params, result) => void page(own(params, "cursor"), result),
    // A server that says so without end is asked once at a time.
    changed: onceAtATime(listAnew),
  };
}

/** Does work when it is asked to; asked meanwhile, it does it once more. What fails is forgotten. */
function onceAtATime(work: () => Promise<void>): () => void {
  let working = false;
  let again = false;
  const workOn = async (): Promise<void> => {
    do {
      again = false;
      await work();
    } while (again);
  };
  return () => {
    again = working;
    if (working) return;
    working = true;
    workOn()
      .catch(() => undefined)
      .finally(() => (working = false));
  };
}

function changeWords(former: readonly ListedTool[], tools: readonly ListedTool[]): readonly string[] {
  const { added, removed, changed } = changesOf(former, tools);
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

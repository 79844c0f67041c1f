import type { CodeCall } from "./calls.table.js";
import type { CodeToken } from "@gatehouse-hooks/languages";

/** An address that code connects to. */
export interface CodeAddress {
  readonly url: string;
  /** It may send more than its address. */
  readonly carries: boolean;
}

/** Methods of clients that are also those of dictionaries and maps. */
const COMMON = /^(?:get|put|post|delete|head|patch|request|options)$/;

/** Methods and functions that only fetch. */
const FETCHES = /^(?:get|head|urlopen|urlretrieve|fetch|getstore|download|url|open|URI)$/;

/** Arguments that are a body, or say that there may be one. */
const BODY = /^(?:data|json|files|body|method|content|params|form|input)$/;

/** Names by which code reads what the machine knows beside files. */
export const OWN_DATA: RegExp =
  /^(?:environ|environb|getenv|env|ENV|check_output|getoutput|popen|execSync|spawnSync|communicate|stdin|input)$/;

/**
 * What the call of a client connects to, and whether it sends something there.
 *
 * @param url its first string
 * @returns `null` where the name is that of a method of something else: `d.get("key")`
 */
export function addressIn(
  call: CodeCall,
  url: string,
  tokens: readonly CodeToken[],
  at: number,
): CodeAddress | null {
  const name = tokens[at]?.text ?? "";
  if (COMMON.test(name)) {
    // A module of that name: `urllib.request.urlretrieve(`.
    if (tokens[at + 1]?.text === ".") return null;
    const isMethod = tokens[at - 1]?.text === ".";
    if (isMethod && !isClient(call, tokens, at) && !/^[a-z]+:\/\//i.test(url)) return null;
  }
  return { url, carries: !FETCHES.test(name) || /[{$]/.test(url) || hasMore(tokens, at) };
}

/** What the method is called on is the library that the table names. */
function isClient({ name }: CodeCall, tokens: readonly CodeToken[], at: number): boolean {
  const owner = tokens[at - 2];
  return owner?.kind === "name" && (name.startsWith(`${owner.text}.`) || CLIENTS.test(owner.text));
}

const CLIENTS = /^(?:requests|httpx|aiohttp|axios|https?|got|superagent|request|session|client|urllib3?)$/;

const OPENS: ReadonlySet<string> = new Set(["(", "{", "["]);
const CLOSES: ReadonlySet<string> = new Set([")", "}", "]"]);

/** An address that is put together, or a body, within the call's parentheses. */
function hasMore(tokens: readonly CodeToken[], at: number): boolean {
  let depth = 0;
  for (let i = at + 1; i < tokens.length && i < at + 60; i++) {
    const { kind, text } = tokens[i] ?? { kind: "mark", text: ")" };
    if (kind === "name" && BODY.test(text)) return true;
    if (kind !== "mark") continue;
    if (text === "+" || text === "%") return true;
    if (OPENS.has(text)) depth++;
    else if (CLOSES.has(text) && --depth <= 0) return false;
  }
  return false;
}

import type { JsonObject } from "@gatehouse-hooks/json";
import {
  anySpelling,
  type CommandPattern,
  exampleCommand,
  oneCommand,
  otherCommand,
} from "../../importing/command-pattern.js";
import {
  IN_PATH,
  type PathPattern,
  simplePathPattern,
  treePattern,
  VARIABLE,
} from "../../importing/path-glob.js";
import { matchesCondition, regexLiteral } from "../../importing/re2-regex.js";
import { toolTest } from "../../importing/tool-test.js";

/** The policy of a token, or why it has none. */
type CursorPermission =
  | { readonly kind: "policy"; readonly policy: JsonObject; readonly differs: string }
  | { readonly kind: "none"; readonly reason: string };

const TOKEN = /^(Shell|Read|Write|WebFetch|Mcp)\((.*)\)$/s;
const SPELLED =
  "stricter: it also holds for other spellings of the command, and for the shells of other agents";
const TOUCHED =
  "stricter: it also holds for shell commands and the tools of other agents that touch the file";
const ALONE =
  "stricter: it holds for one command by itself, without variables, substitutions and redirections";
const INSIDE = "stricter: every path has to be shown to be inside, links included";

interface Made {
  readonly when: string;
  readonly differs: string;
  readonly tests: readonly JsonObject[];
}

/** A policy that decides as a token of Cursor's permissions does, or stricter. */
export function cursorPermission(token: string, effect: "deny" | "allow", id: string): CursorPermission {
  const [, kind, what = ""] = TOKEN.exec(token.trim()) ?? [];
  if (kind === undefined || token.length > 2_000)
    return { kind: "none", reason: "it is none of Shell(…), Read(…), Write(…), WebFetch(…) and Mcp(…)" };
  const made = make(kind, what.trim(), effect);
  if (typeof made === "string") return { kind: "none", reason: made };
  const { when, differs, tests } = made;
  const word = effect === "deny" ? "deny" : "allow";
  const reason = `Cursor's permissions ${word} this: ${token.replaceAll(/\s+/g, " ").slice(0, 200)}`;
  return {
    kind: "policy",
    policy: { id, events: "before_tool_call", when, [effect]: reason, tests: [...tests] },
    differs,
  };
}

function make(kind: string, what: string, effect: "deny" | "allow"): Made | string {
  if (what === "") return "there is nothing in the parentheses";
  switch (kind) {
    case "Shell":
      return shell(what, effect);
    case "Read":
    case "Write":
      return files(kind, what, effect);
    case "WebFetch":
      return web(what, effect);
    default:
      return mcp(what, effect);
  }
}

/** `Shell(git)` is the first word, `Shell(git:push*)` the first and the arguments. */
function shell(what: string, effect: "deny" | "allow"): Made | string {
  const [program = "", args] = /^([^:]+):(.*)$/s.exec(what)?.slice(1) ?? [what];
  const isAny = /^\*+$/.test(program);
  const text =
    isAny && args === undefined ? "*" : `${program} ${(args ?? "*").replaceAll(/\*+/g, "*")}`.trim();
  const pattern: CommandPattern = { text, isPrefix: text.endsWith(" *") };
  const when = effect === "allow" ? oneCommand(pattern) : anySpelling(pattern);
  if (when === null || /[;&|<>`\n]/.test(text))
    return "it has quotes, operators or expansions of a shell: Cursor compares the first word and its arguments";
  const other = otherCommand(pattern);
  const tool = { kind: "shell", name: "Shell" };
  return {
    when: effect === "allow" ? `toolName == "Shell" && ${when}` : when,
    differs: effect === "allow" ? ALONE : SPELLED,
    tests: [
      toolTest(tool, { command: exampleCommand(pattern) }, effect),
      other === null ? OTHER : toolTest(tool, { command: other }, "skip"),
    ],
  };
}

const OTHER = toolTest({ kind: "other", name: "gatehouse-other-tool" }, {}, "skip");

function files(kind: "Read" | "Write", what: string, effect: "deny" | "allow"): Made | string {
  if (VARIABLE.test(what)) return `${IN_PATH}; write \`~/…\` for the home folder`;
  const path = pathOf(what);
  if (path === null) return "a path with `..`, `.` or `//` inside: no path is compared so";
  const literal = JSON.stringify(path.glob);
  const tool = kind === "Read" ? { kind: "read", name: "Read" } : { kind: "write", name: "Write" };
  const params: JsonObject = { path: path.example, ...(kind === "Write" && { contents: "x" }) };
  const tests = [toolTest(tool, params, effect), OTHER];
  if (effect === "deny") {
    const changed = `facts.writes.any(w, w.touches(${literal})) || facts.deletes.any(d, d.touches(${literal}))`;
    const read = `facts.reads.any(r, !r.list && r.touches(${literal}) && !(r.tree && r.local == "."))`;
    return { when: kind === "Read" ? read : changed, differs: TOUCHED, tests };
  }
  const list = kind === "Read" ? "reads" : "writes";
  return {
    when: `toolName == ${JSON.stringify(tool.name)} && facts.${list}.size() > 0 && facts.${list}.all(f, f.within(${literal}))`,
    differs: INSIDE,
    tests,
  };
}

/** Relative paths are those of the workspace. */
function pathOf(what: string): PathPattern | null {
  if (what.startsWith("~/")) return treePattern("~", what.slice(2));
  if (what.startsWith("/")) return treePattern("", what.slice(1));
  if (what.startsWith("**")) return simplePathPattern(what);
  return treePattern(".", what);
}

function web(what: string, effect: "deny" | "allow"): Made | string {
  const [, wild, host] = /^(\*\.)?([\w-]+(?:\.[\w-]+)*)$/.exec(what.toLowerCase()) ?? [];
  if (host === undefined) return "it is not the name of a host, with `*.` before it or not";
  const isWild = wild !== undefined;
  const url = `https://${isWild ? "a." : ""}${host}/x`;
  const name = (isWild ? "[a-z0-9.-]+\\." : "") + regexLiteral(host);
  const test = isWild
    ? `n.host.lower().endsWith(${JSON.stringify(`.${host}`)})`
    : `n.host.lower() == ${JSON.stringify(host)}`;
  return {
    when:
      effect === "deny"
        ? `facts.network.any(n, ${test})`
        : `toolName == "WebFetch" && ${matchesCondition("params.url", `(?i)^https?://${name}(?::[0-9]+)?(?:[/?#]|$)`)}`,
    differs:
      effect === "deny"
        ? "stricter: it also holds for every other way to the host, such as `curl`"
        : "for the tool WebFetch alone",
    tests: [toolTest({ kind: "fetch", name: "WebFetch" }, { url }, effect), OTHER],
  };
}

function mcp(what: string, effect: "deny" | "allow"): Made | string {
  const [, server = "", tool = ""] = /^([^:,]+)[:,]\s*(.+)$/s.exec(what) ?? [];
  if (server === "") return "it is not `server:tool`";
  const isAnyServer = server === "*";
  const glob = tool.replaceAll(/[[\]{}\\]/g, String.raw`\$&`).replaceAll(/\*+/g, "**");
  const ofTool = tool === "*" ? [] : [`params.tool.glob(${JSON.stringify(glob)})`];
  const ofServer = isAnyServer ? [] : [`params.server == ${JSON.stringify(server)}`];
  const params = { server: isAnyServer ? "x" : server, tool: tool.replaceAll("*", "x") };
  if (effect === "allow" && server.includes("*") && !isAnyServer)
    return "a part of a server's name with `*` is not read";
  return {
    when: ['tool.kind == "mcp"', ...ofServer, ...ofTool].join(" && "),
    differs: "for agents whose hooks say which server a tool is of; Cursor's say `MCP:` and the tool",
    tests: [toolTest({ kind: "mcp", name: `mcp__${params.server}__${params.tool}` }, params, effect), OTHER],
  };
}

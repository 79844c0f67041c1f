import { own } from "@gatehouse-hooks/json";
import { parsePattern } from "./pattern.js";

/** Why a pattern can match no tool call, and how it is probably meant. */
interface MisspeltPattern {
  readonly reason: string;
  readonly cure: string;
  /** The tool that is probably meant: a glob. */
  readonly tool: string;
}

/** Claude Code's names of docker-agent's tools, and the argument that its patterns look at. */
const CLAUDE_TOOLS: Readonly<Record<string, readonly [tool: string, argument: string]>> = {
  bash: ["shell", "cmd"],
  edit: ["edit_file", "path"],
  read: ["read_file", "path"],
  write: ["write_file", "path"],
  webfetch: ["fetch", "urls"],
};
/** The argument that a pattern without one refers to. */
const MAIN_ARGUMENT: Readonly<Record<string, string>> = {
  shell: "cmd",
  edit_file: "path",
  read_file: "path",
  write_file: "path",
};
const CLAUDE_PATTERN = /^\s*(\w+)\s*\((.*)\)\s*$/s;

/** A pattern, read. */
interface Read {
  readonly pattern: string;
  readonly tool: string;
  readonly args: ReturnType<typeof parsePattern>["args"];
  /** The tool's name, with `_` for what a backslash says is meant. */
  readonly bare: string;
}

/** Each finds one mistake; `fine` ends the search. */
const CHECKS: readonly ((read: Read) => MisspeltPattern | "fine" | null)[] = [
  brackets,
  blanksAroundMarks,
  listOfNames,
  serverTool,
  dotStar,
  ({ pattern, tool, args }) =>
    tool === "" && args.length > 0
      ? { reason: "it names no tool", cure: meant(`*${pattern}`), tool: "*" }
      : null,
  ({ bare }) => (/^mcp:/i.test(bare) && !/\s/.test(bare) ? "fine" : null),
  colon,
  blanks,
  marks,
];

/**
 * Finds the patterns that nothing can match: a tool's name holds no blanks, brackets or equals signs, and a colon only
 * behind `mcp`. A backslash before a character says that it is meant.
 */
export function misspeltPattern(pattern: string): MisspeltPattern | null {
  const { tool, args } = parsePattern(pattern);
  const read = { pattern, tool, args, bare: tool.replaceAll(/\\./gs, "_") };
  for (const check of CHECKS) {
    const found = check(read);
    if (found !== null) return found === "fine" ? null : found;
  }
  return null;
}

function brackets({ pattern }: Read): MisspeltPattern | null {
  const claude = CLAUDE_PATTERN.exec(pattern);
  if (claude === null) return null;
  const [, name = "", inner = ""] = claude;
  const right = fromClaude(name, inner);
  return {
    reason: "the name of a tool holds no brackets",
    cure: meant(right),
    tool: parsePattern(right).tool,
  };
}

function blanksAroundMarks({ pattern, bare }: Read): MisspeltPattern | null {
  if (!/:\s+\w+\s*=|:\w+\s+=|=\s+\S/.test(bare) || !bare.includes("=")) return null;
  const [name, rest] = split(pattern, ":");
  const [key, glob] = split(rest, "=");
  return {
    tool: name.trim(),
    reason: "no blanks are allowed around `:` and `=`",
    cure: /^\w+$/.test(key.trim()) ? meant(`${name.trim()}:${key.trim()}=${glob.trim()}`) : KEYS,
  };
}

function listOfNames({ pattern, tool, bare }: Read): MisspeltPattern | null {
  if (!/^[\w.*-]+(?:\|[\w.*-]+)+$/.test(bare)) return null;
  const each = tool.split("|").map((name) => `\`${name}${pattern.slice(tool.length)}\``);
  return {
    reason: "a pattern is a glob, and `|` is a part of a name",
    cure: `write ${each.join(" and ")}, each as a pattern`,
    tool: "*",
  };
}

function serverTool({ pattern, tool, bare }: Read): MisspeltPattern | null {
  if (!/^mcp__/i.test(bare)) return null;
  const name = tool.slice("mcp__".length).replaceAll("__", ":").replaceAll(".*", "*");
  return {
    reason: "the tools of MCP servers are called `mcp:SERVER:TOOL`",
    cure: meant(`mcp:${name}${pattern.slice(tool.length)}`),
    tool: "mcp:*",
  };
}

function dotStar({ pattern, tool, bare }: Read): MisspeltPattern | null {
  if (!/[\w:]\.\*/.test(bare)) return null;
  const right = tool.replaceAll(".*", "*");
  return {
    reason: "a pattern is a glob, and `.` is a full stop",
    cure: meant(`${right}${pattern.slice(tool.length)}`),
    tool: right,
  };
}

function colon({ tool, args }: Read): MisspeltPattern | null {
  const at = tool.replaceAll(/\\./gs, "__").indexOf(":");
  if (at < 0) return null;
  const name = tool.slice(0, at).trim();
  const rest = tool.slice(at + 1).trim();
  if (rest.includes("="))
    return { tool: name, reason: "an argument's name is not of letters, digits and `_`", cure: KEYS };
  const argument = own(MAIN_ARGUMENT, name.toLowerCase()) ?? "ARGUMENT";
  return {
    tool: name,
    reason: "what follows a colon must be an argument and `=`",
    cure: meant(`${name}:${argument}=${rest}${args.map(({ key, glob }) => `:${key}=${glob}`).join("")}`),
  };
}

function blanks({ pattern, tool, bare }: Read): MisspeltPattern | null {
  if (!/\s/.test(bare)) return null;
  const name = tool.trim();
  const rest = pattern.slice(tool.length);
  const [first = name, ...more] = name.split(/\s+/);
  if (more.length === 0) return { reason: BLANKS, cure: meant(`${name}${rest}`), tool: name };
  const argument = own(MAIN_ARGUMENT, first.toLowerCase());
  // What does not begin with a tool is a command.
  const right =
    argument === undefined
      ? { tool: "shell", glob: `cmd=${name}` }
      : { tool: first, glob: `${argument}=${more.join(" ")}` };
  return { reason: BLANKS, cure: meant(`${right.tool}:${right.glob}${rest}`), tool: right.tool };
}

function marks({ tool, bare }: Read): MisspeltPattern | null {
  if (!/[()={}]/.test(bare)) return null;
  const [first = ""] = tool.split(/[()={}]/, 1);
  return {
    tool: first === "" ? "*" : first,
    reason: "the name of a tool holds no brackets and no `=`",
    cure: meant("shell:cmd=git push*"),
  };
}

const BLANKS = "the name of a tool holds no blanks";
const KEYS =
  "an argument can be named by letters, digits and `_` only: leave it out, and the pattern is for every call of the tool";

function meant(pattern: string): string {
  return `write \`${pattern.replaceAll("`", "'")}\``;
}

function fromClaude(name: string, inner: string): string {
  const [tool, argument] = own(CLAUDE_TOOLS, name.toLowerCase()) ?? [name, "ARGUMENT"];
  const glob = inner.trim().replace(/:\*$/, "*");
  return glob === "" || glob === "*" ? tool : `${tool}:${argument}=${glob}`;
}

function split(text: string, at: string): readonly [string, string] {
  const index = text.indexOf(at);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

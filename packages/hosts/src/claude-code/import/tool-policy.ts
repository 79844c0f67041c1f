import { type JsonObject, type JsonValue, parseJson } from "@gatehouse-hooks/json";
import { ONE_COMMAND_AT_MOST } from "../../importing/command-pattern.js";
import { matchesCondition, regexLiteral } from "../../importing/re2-regex.js";
import { toolTest } from "../../importing/tool-test.js";
import { TOOLS } from "../tools.table.js";
import { type PermissionEffect, type PermissionPolicy, reasonOf } from "./permission.js";

/** The rule as it was written, and the policy's name. */
interface NamedRule {
  readonly rule: string;
  readonly id: string;
}

/** A rule of a tool counts for its companions, too. */
const COMPANIONS: Readonly<Partial<Record<string, readonly string[]>>> = {
  Edit: ["Edit", "Write", "MultiEdit", "NotebookEdit"],
  Task: ["Task", "Agent"],
  Agent: ["Task", "Agent"],
};
const NEVER = toolTest({ kind: "other", name: "gatehouse-other-tool" }, {}, "skip");
const PLAIN_NAME = /^[\w.*:-]+$/;
const DOMAIN = /^domain:(\*\.)?([\w-]+(?:\.[\w-]+)*|\*)$/;

/** The policy of a tool by its name: every call of it, and those of an MCP server by the server's name. */
export function toolPolicy(
  tool: string,
  effect: PermissionEffect,
  { rule, id }: NamedRule,
): PermissionPolicy {
  if (!PLAIN_NAME.test(tool) || tool.includes(":"))
    return { kind: "none", reason: "no tool has such a name", instead: "correct the name" };
  const isServer = /^mcp__(?:[^_*]|_(?!_))+$/.test(tool);
  const names = Object.hasOwn(COMPANIONS, tool)
    ? (COMPANIONS[tool] ?? [tool])
    : [isServer ? `${tool}__*` : tool];
  const example = (names[0] ?? tool).replaceAll("*", "x");
  const known = TOOLS.find(({ name }) => name === example);
  const kind = known?.kind ?? (example.startsWith("mcp__") ? "mcp" : "other");
  const isShell = kind === "shell";
  const tools = tool === "*" ? "*" : names;
  return {
    kind: "policy",
    policy: {
      id,
      events: "before_tool_call",
      ...scopeOf(tools, effect, isShell),
      [effect]: reasonOf(rule, effect),
      tests: [
        toolTest({ kind, name: example }, exampleParams(known?.needs ?? []), effect),
        ...(tool === "*" ? [] : [NEVER]),
      ],
    },
    ...differsBy(effect, isShell),
  };
}

/** A deny or ask of a shell is one of every tool that runs commands; an allow of one, or of all tools, is of one command. */
function scopeOf(tools: "*" | readonly string[], effect: PermissionEffect, isShell: boolean): JsonObject {
  if (isShell && effect !== "allow") return { when: 'tool.kind == "shell"' };
  const isOpen = effect === "allow" && (isShell || tools === "*" || tools.some((one) => one.includes("*")));
  return { tools, ...(isOpen && { when: ONE_COMMAND_AT_MOST }) };
}

function differsBy(effect: PermissionEffect, isShell: boolean): { readonly differs?: string } {
  const all = isShell && effect !== "allow" ? ["stricter: it holds for every tool that runs commands"] : [];
  const hidden =
    effect === "deny" ? ["the call is denied; Claude Code does not even show the tool to the model"] : [];
  const alone =
    isShell && effect === "allow"
      ? ["stricter: it holds for one command by itself, without variables, substitutions and redirections"]
      : [];
  const said = [...all, ...hidden, ...alone];
  return said.length === 0 ? {} : { differs: said.join("; ") };
}

function exampleParams(needs: readonly string[]): JsonObject {
  return Object.fromEntries(needs.map((name) => [name, name === "url" ? "https://host.example/" : "x"]));
}

/** The policy of `WebFetch(domain:…)`. */
export function webFetchPolicy(
  what: string,
  effect: PermissionEffect,
  { rule, id }: NamedRule,
): PermissionPolicy {
  const [, wild, domain] = DOMAIN.exec(what.trim()) ?? [];
  if (domain === undefined)
    return {
      kind: "none",
      reason: "only `domain:` with a host's name is compared with an address",
      instead: "correct it",
    };
  const host = domain.toLowerCase();
  const example = `https://${wild === undefined ? "" : "a."}${host === "*" ? "host.example" : host}/x`;
  const tool = { kind: "fetch", name: "WebFetch" };
  const isAny = host === "*";
  return {
    kind: "policy",
    policy: {
      id,
      events: "before_tool_call",
      ...(effect === "allow" || isAny ? { tools: "WebFetch" } : {}),
      ...(isAny
        ? {}
        : {
            when: effect === "allow" ? urlOf(host, wild !== undefined) : hostTest(host, wild !== undefined),
          }),
      [effect]: reasonOf(rule, effect),
      tests: [
        toolTest(tool, { url: example, prompt: "x" }, effect),
        isAny ? NEVER : toolTest(tool, { url: "https://gatehouse-other.example/", prompt: "x" }, "skip"),
      ],
    },
    ...(effect !== "allow" &&
      !isAny && { differs: "stricter: it also holds for every other way to the host, such as `curl`" }),
  };
}

function hostTest(host: string, isWild: boolean): string {
  const literal = JSON.stringify(host);
  const test = isWild
    ? `n.host.lower().endsWith(${JSON.stringify(`.${host}`)})`
    : `n.host.lower() == ${literal}`;
  return `facts.network.any(n, ${test})`;
}

function urlOf(host: string, isWild: boolean): string {
  const name = (isWild ? "[a-z0-9.-]+\\." : "") + regexLiteral(host);
  return matchesCondition("params.url", `(?i)^https?://${name}(?::[0-9]+)?(?:[/?#]|$)`);
}

/** The parameter that a specifier without a name is about. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ["Skill", "skill"],
  ["Agent", "subagent_type"],
  ["Task", "subagent_type"],
]);

/** Values that agents send as what they are, not as texts. */
const PLAIN_VALUE = /^(?:true|false|\d{1,15})$/;

/** A value of a rule as the agent would send it. */
function sentValue(wanted: string): JsonValue {
  return (PLAIN_VALUE.test(wanted) ? parseJson(wanted).value : undefined) ?? wanted.replaceAll("*", "x");
}

/** The policy of `Tool(parameter:value)`, and of the kinds of `Agent`, `Task` and `Skill`. */
export function parameterPolicy(
  tool: string,
  what: string,
  effect: PermissionEffect,
  named: NamedRule,
): PermissionPolicy {
  if (!/^[\w.-]+$/.test(tool))
    return {
      kind: "none",
      reason: "a rule of an MCP tool has no specifier: Claude Code does not match it",
      isDead: true,
    };
  const [, key, value] = /^(\w{1,100}):(.*)$/s.exec(what) ?? [];
  const parameter = key ?? KINDS.get(tool);
  const wanted = value ?? what;
  if (parameter === undefined || (key !== undefined && effect === "allow"))
    return {
      kind: "none",
      reason:
        parameter === undefined
          ? "what is in the parentheses is not known for this tool"
          : "Claude Code takes a parameter in `deny` and `ask` only",
    };
  const path = `params[${JSON.stringify(parameter)}]`;
  const regex = wanted.split("*").map(regexLiteral).join(".*");
  const test = wanted.includes("*")
    ? matchesCondition(path, `(?s)^${regex}$`)
    : PLAIN_VALUE.test(wanted)
      ? `${path} == ${wanted}`
      : `${path} == ${JSON.stringify(wanted)}`;
  const sent = sentValue(wanted);
  const names = Object.hasOwn(COMPANIONS, tool) ? (COMPANIONS[tool] ?? [tool]) : [tool];
  const kind = TOOLS.find(({ name }) => name === tool)?.kind ?? "other";
  return {
    kind: "policy",
    policy: {
      id: named.id,
      events: "before_tool_call",
      tools: names,
      when: test,
      [effect]: reasonOf(named.rule, effect),
      tests: [
        toolTest({ kind, name: tool }, { [parameter]: sent }, effect),
        toolTest({ kind, name: tool }, {}, "skip"),
      ],
    },
  };
}

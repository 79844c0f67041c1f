import { analyze } from "@gatehouse-hooks/condition/analysis";
import type { Policy } from "@gatehouse-hooks/engine";
import { nearName, OPEN_NAMES, own } from "@gatehouse-hooks/json";
import type { ListedTool } from "./listed-tools.js";

/** Nodes of a condition that are looked at. */
const MOST_NODES = 10_000;
/** Notices about one set of policies. */
const MOST = 20;
/** Where a pattern (a glob, a regular expression) stops being a name. */
const PATTERN = /[*?[\](){}|^$\\+.]/;
const EVENTS: ReadonlySet<string> = new Set(["before_tool_call", "tool_permission"]);
const DERIVED: ReadonlySet<string> = new Set(["server", "tool"]);

/**
 * Policies about a server's tools that read an argument which none of these tools has, or name a tool that the server does not have:
 * such a condition never holds. Only what is surely so is told.
 *
 * @returns sentences for people
 */
export function policyMismatches(
  policies: readonly Policy[],
  server: string,
  tools: readonly ListedTool[],
): readonly string[] {
  const found: string[] = [];
  for (const policy of policies) {
    if (found.length >= MOST) break;
    if (policy.enabled && policy.events.some((event) => EVENTS.has(event)))
      found.push(...mismatchesOf(policy, server, tools));
  }
  return found.slice(0, MOST);
}

function mismatchesOf(policy: Policy, server: string, tools: readonly ListedTool[]): readonly string[] {
  const asts = [policy.matcher?.ast, policy.condition?.ast].filter(
    (ast) => ast !== undefined && ast !== null,
  );
  const paths = asts.flatMap((ast) => analyze(ast).paths);
  const texts = asts.flatMap((ast) => textsIn(ast));
  const prefix = `mcp__${server}__`;
  const named = texts.flatMap((text) => {
    const at = text.indexOf(prefix);
    return at === 0 || (at === 1 && text.startsWith("^")) ? [text.slice(at + prefix.length)] : [];
  });
  const byServer = paths.some(([first, second]) => first === "params" && second === "server");
  const whole = byServer && texts.includes(server);
  if (named.length === 0 && !whole) return [];
  const missing = named.filter((name) => !tools.some((tool) => isMeant(tool, name)));
  const meant = whole ? tools : tools.filter((tool) => named.some((name) => isMeant(tool, name)));
  const known = new Set(meant.flatMap(({ params }) => params));
  const unread = meant.some(({ open }) => open) || meant.length === 0 ? [] : paths.flatMap(readOf);
  return [
    ...missing.map((name) => {
      const near = nearName(
        name,
        tools.map((tool) => tool.name),
        OPEN_NAMES,
      );
      return `policy \`${policy.id}\` is about \`${name}\`, and \`${server}\` has no such tool${cure(near)}`;
    }),
    ...new Set(
      unread
        .filter((param) => !known.has(param))
        .map((param) => {
          const near = nearName(param, known, OPEN_NAMES);
          return `policy \`${policy.id}\` reads \`params.${param}\`, and no tool of \`${server}\` that it is about has this argument${cure(near)}`;
        }),
    ),
  ];
}

/** The whole name, or all of it that comes before a pattern or the end of a prefix. */
function isMeant({ name }: ListedTool, written: string): boolean {
  const end = written.search(PATTERN);
  return name === written || name.startsWith(end === -1 ? written : written.slice(0, end));
}

function readOf([first, second]: readonly (string | number)[]): readonly string[] {
  return first === "params" && typeof second === "string" && !DERIVED.has(second) ? [second] : [];
}

function cure(near: string | null): string {
  return near === null ? "" : `: is \`${near}\` meant?`;
}

/** All strings that a condition compares with. */
function textsIn(ast: object): readonly string[] {
  const texts: string[] = [];
  const work: unknown[] = [ast];
  for (let seen = 0; work.length > 0 && seen < MOST_NODES; seen++) {
    const node = work.pop();
    if (typeof node !== "object" || node === null) continue;
    const value = own(node, "value");
    if (own(node, "kind") === "literal" && typeof value === "string") texts.push(value);
    work.push(...Object.values({ ...node }));
  }
  return texts;
}

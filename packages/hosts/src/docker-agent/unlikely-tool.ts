import { nearName } from "@gatehouse-hooks/json";
import { VOCABULARY } from "../vocabulary.js";
import { cite } from "../text/cite.js";
import type { Problem } from "../text/report.js";

/** The tools of docker-agent that its documents name. */
const TOOLS: readonly string[] = ["shell", "edit_file", "read_file", "write_file", "fetch", "think"];
/** What other agents call them. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["bash", "shell"],
  ["exec", "shell"],
  ["edit", "edit_file"],
  ["read", "read_file"],
  ["write", "write_file"],
  ["webfetch", "fetch"],
]);
/** A name with one of these is a pattern; a bracket alone is a stray mark. */
const GLOB = /[*?\\]|\[[^\]]+\]|\{[^}]*\}/;
/** Arguments that docker-agent adds to any tool (`add_description_parameter`). */
const ANY_TOOL: readonly string[] = ["description"];

/**
 * A warning about a name that is probably a misspelt tool: not every tool is known, but one that is nearly `shell` is not a
 * likely name for another one. `null` for any other name.
 */
export function unlikelyTool(name: string): Problem | null {
  if (GLOB.test(name) || TOOLS.includes(name)) return null;
  return unlikely(name, meantTool(name));
}

/** The documented tool that a name nearly is: a stray quote or blank does not make it another one. */
function meantTool(name: string): string | null {
  const bare = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const same = TOOLS.find((tool) => tool.replaceAll("_", "") === bare);
  const near = name.length > 3 ? nearName(bare, TOOLS) : null;
  return same ?? ALIASES.get(bare) ?? near;
}

function unlikely(name: string, meant: string | null): Problem | null {
  if (meant === null) return null;
  return {
    severity: "warning",
    code: "unlikely-tool",
    message: `docker-agent documents no tool ${cite(name)}`,
    cure: `did you mean ${cite(meant)}?`,
  };
}

/**
 * A warning about a matcher that matches no documented tool and, marks aside, is nearly the name of one: `sh]ell` matches
 * never what the author meant.
 *
 * @param holds whether the matcher matches a tool's name
 */
export function unlikelyMatcher(matcher: string, holds: (tool: string) => boolean): Problem | null {
  const names = matcher.split("|");
  const words = names.filter((name) => /^[\w-]+$/.test(name));
  const problem = words.map(unlikelyTool).find((one) => one !== null);
  if (problem !== undefined || TOOLS.some(holds)) return problem ?? null;
  const meant = [...names, matcher]
    .map((name) => name.replaceAll(/[^\p{L}\p{N}_-]/gu, ""))
    .map((name) => (TOOLS.includes(name) ? name : meantTool(name)))
    .find((tool) => tool !== null);
  return unlikely(matcher, meant ?? null);
}

/** A quote at one end of a pattern: its partner is gone, and it now belongs to the pattern. */
export function strayQuote(pattern: string): Problem | null {
  const mark = /^["']|["']$/.exec(pattern)?.[0];
  if (mark === undefined || pattern.split(mark).length % 2 === 1) return null;
  return {
    severity: "warning",
    code: "stray-quote",
    message: `the permission pattern ${cite(pattern)} has a quote that belongs to it`,
    cure: "write the second quote, or none",
  };
}

/** A warning about an argument that a documented tool does not take: a pattern on it never matches. */
export function unlikelyArgument(tool: string, key: string): Problem | null {
  const fields = TOOLS.includes(tool)
    ? VOCABULARY.tools.find(({ name }) => name === tool)?.fields
    : undefined;
  if (fields === undefined || [...fields, ...ANY_TOOL].includes(key)) return null;
  const meant = nearName(key, fields);
  return {
    severity: "warning",
    code: "unlikely-argument",
    message: `docker-agent's tool ${cite(tool)} has no argument ${cite(key)}`,
    cure: meant === null ? `its arguments are ${fields.join(", ")}` : `did you mean ${cite(meant)}?`,
  };
}

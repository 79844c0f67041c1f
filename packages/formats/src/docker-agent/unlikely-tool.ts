import { DOCUMENTED_TOOLS } from "@gatehouse/engine";
import { quote } from "../text/quote.js";
import { suggest } from "../text/suggest.js";
import type { Problem } from "../text/report.js";

/** The tools of docker-agent that its documents name. */
const TOOLS: readonly string[] = ["shell", "edit_file", "read_file", "write_file", "fetch", "think"];
/** What other agents call them. */
const ALIASES: Readonly<Record<string, string>> = {
  bash: "shell",
  exec: "shell",
  edit: "edit_file",
  read: "read_file",
  write: "write_file",
  webfetch: "fetch",
};
/** Arguments that docker-agent adds to any tool (`add_description_parameter`). */
const ANY_TOOL: readonly string[] = ["description"];

/**
 * A warning about a name that is probably a misspelt tool: nobody can know every tool, but one that is nearly `shell` is no
 * likely name for another one. `null` for any other name.
 */
export function unlikelyTool(name: string): Problem | null {
  if (!/^\w+$/.test(name.replaceAll("-", "_")) || TOOLS.includes(name)) return null;
  const bare = name.toLowerCase().replaceAll(/[_-]/g, "");
  const same = TOOLS.find((tool) => tool.replaceAll("_", "") === bare);
  const near = name.length > 3 ? suggest(name, TOOLS) : null;
  const meant = same ?? (Object.hasOwn(ALIASES, bare) ? ALIASES[bare] : null) ?? near;
  if (meant === null) return null;
  return {
    severity: "warning",
    code: "unlikely-tool",
    message: `docker-agent documents no tool ${quote(name)}`,
    cure: `did you mean ${quote(meant)}?`,
  };
}

/** The words of a matcher that is nothing but words: the names that it is for. */
export function toolsOfMatcher(matcher: string): readonly string[] {
  return /^[\w-]+(?:\|[\w-]+)*$/.test(matcher) ? matcher.split("|") : [];
}

/** A warning about an argument that a documented tool does not take: a pattern on it never matches. */
export function unlikelyArgument(tool: string, key: string): Problem | null {
  const fields = TOOLS.includes(tool)
    ? DOCUMENTED_TOOLS.find(({ name }) => name === tool)?.fields
    : undefined;
  if (fields === undefined || [...fields, ...ANY_TOOL].includes(key)) return null;
  const meant = suggest(key, fields);
  return {
    severity: "warning",
    code: "unlikely-argument",
    message: `docker-agent's tool ${quote(tool)} has no argument ${quote(key)}`,
    cure: meant === null ? `its arguments are ${fields.join(", ")}` : `did you mean ${quote(meant)}?`,
  };
}

import type { NoDraft, RuleDraft } from "./rule-draft.js";

/**
 * A policy about a tool by its name.
 *
 * @param text of a server: `github/delete_*` or `mcp__github__delete_*`; else the name that the agent gives it, such as `WebSearch`
 */
export function toolDraft(of: "mcp" | "tool", text: string): RuleDraft | NoDraft {
  const name = of === "mcp" ? serverTool(text) : /^[\w.*:/-]+$/.test(text) ? text : undefined;
  if (name === undefined)
    return {
      kind: "refused",
      message: `\`${text}\` is not a tool`,
      cure:
        of === "mcp" ? "write SERVER/TOOL: github/delete_*" : "write the tool's name: WebSearch, Notebook*",
    };
  const sample = name.replaceAll(/\*+/g, "x");
  return {
    kind: "draft",
    tools: name,
    about: text,
    stops: [
      { name: "a call", toolName: sample, params: {} },
      { name: "with arguments", toolName: sample, params: { id: 1 } },
    ],
    passes: [
      { name: "another tool of that name's beginning", toolName: `${sample}-other`, params: {} },
      { name: "another tool", toolName: `other-${sample}`, params: {} },
      { name: "a tool of another server", toolName: "mcp__another__x", params: {} },
    ],
  };
}

function serverTool(text: string): string | undefined {
  const parts = /^(?:mcp__)?([\w.*-]+?)(?:\/|__)([\w.*-]+)$/.exec(text);
  return parts === null ? undefined : `mcp__${parts[1]}__${parts[2]}`;
}

import { commandDraft } from "./command-draft.js";
import { hostDraft } from "./host-draft.js";
import { pathDraft } from "./path-draft.js";
import type { NoDraft, RuleDraft } from "./rule-draft.js";
import { toolDraft } from "./tool-draft.js";

/** Something that a new policy can stop. */
export interface StopKind {
  readonly name: string;
  readonly title: string;
  /** What is asked for, with examples. */
  readonly asks: string;
  readonly draft: (text: string) => RuleDraft | NoDraft;
}

export const STOP_KINDS: readonly StopKind[] = [
  {
    name: "command",
    title: "a command",
    asks: "which command (git push --force)",
    draft: commandDraft,
  },
  {
    name: "write",
    title: "writing or deleting files",
    asks: "which files (deploy/, **/*.pem)",
    draft: (text) => pathDraft("write", text),
  },
  {
    name: "read",
    title: "reading files",
    asks: "which files (.env, ~/.ssh/**)",
    draft: (text) => pathDraft("read", text),
  },
  {
    name: "mcp",
    title: "a tool of an MCP server",
    asks: "which tool (github/delete_*)",
    draft: (text) => toolDraft("mcp", text),
  },
  {
    name: "network",
    title: "a network address",
    asks: "which host (paste.example, *.example.com)",
    draft: hostDraft,
  },
  {
    name: "tool",
    title: "something else: a tool of the agent, by its name",
    asks: "which tool (WebSearch)",
    draft: (text) => toolDraft("tool", text),
  },
];

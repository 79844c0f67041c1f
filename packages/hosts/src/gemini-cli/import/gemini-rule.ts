import type { RulePlace } from "../../importing/rule-importer.js";

/** A rule of Gemini CLI, from a policy file or from the lists of a settings file. */
export interface GeminiRule {
  readonly from: RulePlace;
  /** A name, `*`, or a form of names of MCP tools. */
  readonly toolName: string;
  readonly mcpName: string | null;
  readonly args: ArgsTest;
  readonly decision: "allow" | "deny" | "ask_user";
  /** Within the file: higher goes first, and of equal ones the earlier. */
  readonly priority: number;
  readonly message: string | null;
  /** What it also depends on, which no hook is told of. */
  readonly also: readonly (
    | "modes"
    | "other modes"
    | "interactive"
    | "not interactive"
    | "subagent"
    | "toolAnnotations"
  )[];
}

/** What a rule wants of the arguments. */
export type ArgsTest =
  | { readonly kind: "any" }
  | { readonly kind: "prefix"; readonly prefix: string }
  | { readonly kind: "pattern"; readonly key: string; readonly regex: string; readonly isWhole: boolean }
  | { readonly kind: "unreadable"; readonly why: string };

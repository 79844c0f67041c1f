import type { JsonObject } from "@gatehouse-hooks/json";

/** What the rule of a list decides. */
export type PermissionEffect = "deny" | "ask" | "allow";

/** The policy of a rule, or why it has none. */
export type PermissionPolicy =
  | { readonly kind: "policy"; readonly policy: JsonObject; readonly differs?: string }
  | {
      readonly kind: "none";
      readonly reason: string;
      readonly instead?: string;
      /** Claude Code itself compares it with nothing. */
      readonly isDead?: true;
    };

/** What a policy is made with. */
export interface PermissionContext {
  readonly id: string;
  /** The rule is one of the user's own settings. */
  readonly isUser: boolean;
}

/** What the agent is told. */
export function reasonOf(rule: string, effect: PermissionEffect): string {
  const shown = rule.replaceAll(/\s+/g, " ").slice(0, 200);
  const word = { deny: "denies", ask: "asks about", allow: "allows" }[effect];
  return `a permission rule of Claude Code ${word} this: ${shown}`;
}

import { compilePolicies, decide, type Derive, type PolicySet } from "@gatehouse-hooks/engine";
import { loadPack, packs, VOCABULARY } from "@gatehouse-hooks/hosts";
import { eventOf } from "./rows.js";

/** What the packs make of a command. */
export interface Judged {
  readonly effect: "deny" | "ask" | "allow" | "abstain";
  /** The policy that decided. */
  readonly policy: string | null;
  /** Everything was understood. */
  readonly complete: boolean;
  readonly unknown: readonly string[];
}

/**
 * All packs together, with their own lists, but for those that remember: what came before a command they are not told here.
 * `read-only` is off, as it is until a file extends it, or on.
 *
 * @param without the name of a pack that is left out
 */
export function judgeByPacks(
  derive: Derive,
  readOnly: boolean,
  without?: string,
): (command: string) => Judged {
  const { set } = setOf(derive, readOnly, without);
  return (command) => {
    const event = eventOf(command);
    const { effect, policy } = decide(set, event);
    const facts = derive.facts(event) as { complete?: unknown; unknown?: readonly { code: string }[] };
    return {
      effect,
      policy,
      complete: facts.complete === true,
      unknown: (facts.unknown ?? []).map(({ code }) => code),
    };
  };
}

function setOf(derive: Derive, readOnly: boolean, without?: string): { readonly set: PolicySet } {
  const policies = packs()
    // What a session has done before is no part of a command.
    .filter(
      ({ name, memory }) => memory === undefined && (readOnly || name !== "read-only") && name !== without,
    )
    .flatMap((pack) => loadPack(pack).policies);
  const compiled = compilePolicies(policies, { vocabulary: VOCABULARY, derive });
  const errors = compiled.issues.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return compiled;
}

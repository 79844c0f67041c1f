import path from "node:path";
import { createGatehouse, definePolicy, type Gatehouse, type PoliciesFrom } from "@gatehouse-hooks/core";
import type { Outcome } from "../../examples/frameworks/outcome.js";

/** An agent whose model calls a shell tool once; a person answers with `yes` where the agent pauses. */
export type CallBash = (gatehouse: Gatehouse, command: string, yes: boolean) => Promise<Outcome>;

/** What must hold in every framework. */
export interface FrameworkCase {
  readonly column: "deny" | "ask" | "rewrite" | "broken";
  readonly name: string;
  readonly command: string;
  readonly yes: boolean;
  readonly policies?: PoliciesFrom;
  readonly expected: { readonly asked: boolean; readonly ran: readonly string[]; readonly told: RegExp };
}

const THROWS = definePolicy({
  id: "throws",
  events: "before_tool_call",
  decide: () => {
    throw new Error("broken");
  },
});

export const FRAMEWORK_CASES: readonly FrameworkCase[] = [
  {
    column: "rewrite",
    name: "what no policy speaks of runs",
    command: "ls",
    yes: false,
    expected: { asked: false, ran: ["ls"], told: /ran ls/ },
  },
  {
    column: "deny",
    name: "what is denied does not run, and the model is told why",
    command: "rm -rf /srv",
    yes: true,
    expected: { asked: false, ran: [], told: /denied by `no-deleting`: deleting is for people/ },
  },
  {
    column: "ask",
    name: "what is asked about waits, and runs after a yes",
    command: "git push",
    yes: true,
    expected: { asked: true, ran: ["git push"], told: /ran git push/ },
  },
  {
    column: "ask",
    name: "what is asked about does not run after a no",
    command: "git push",
    yes: false,
    expected: { asked: true, ran: [], told: /./ },
  },
  {
    column: "rewrite",
    name: "what is rewritten runs as rewritten",
    command: "npm publish",
    yes: false,
    expected: { asked: false, ran: ["npm publish --dry-run"], told: /ran npm publish --dry-run/ },
  },
  {
    column: "broken",
    name: "a policy that does not compile denies",
    command: "ls",
    yes: true,
    policies: {
      text: "version: 1\npolicies:\n  - { id: broken, events: before_tool_call, when: 'params.(', deny: x }",
    },
    expected: { asked: false, ran: [], told: /denied/ },
  },
  {
    column: "broken",
    name: "a policy that throws denies",
    command: "ls",
    yes: true,
    policies: THROWS,
    expected: { asked: false, ran: [], told: /denied by `throws`/ },
  },
];

/** The gatehouse of a case. @param folder where `policies.yaml` of the examples is */
export async function gatehouseOf({ policies }: FrameworkCase, folder: string): Promise<Gatehouse> {
  return await createGatehouse({
    policies: policies ?? path.join(folder, "policies.yaml"),
    onNotice: () => undefined,
  });
}

import path from "node:path";
import { createGatehouse, definePolicy, type PoliciesFrom } from "@gatehouse-hooks/core";
import type { CallBash, Outcome } from "../../examples/frameworks/outcome.js";

/** What must hold in every framework. */
export interface FrameworkCase {
  readonly column: "deny" | "ask" | "rewrite" | "broken";
  readonly name: string;
  /** What the model calls the tool with, turn by turn. */
  readonly turns: readonly (readonly string[])[];
  /** What a person answers, in the order that they are asked; a command that is not in it must not be asked about. */
  readonly answers?: readonly (readonly [command: string, yes: boolean])[];
  readonly policies?: PoliciesFrom;
  readonly ran: readonly string[];
  readonly told: RegExp;
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
    column: "deny",
    name: "what no policy speaks of runs",
    turns: [["ls"]],
    ran: ["ls"],
    told: /ran ls/,
  },
  {
    column: "deny",
    name: "what is denied does not run, and the model is told why",
    turns: [["rm -rf /srv"]],
    ran: [],
    told: /denied by `no-deleting`: deleting is for people/,
  },
  {
    column: "deny",
    name: "a denied call does not keep the one beside it from running",
    turns: [["rm -rf /srv", "ls"]],
    ran: ["ls"],
    told: /denied by `no-deleting`.*ran ls/s,
  },
  {
    column: "ask",
    name: "what is asked about waits, and runs after a yes",
    turns: [["git push"]],
    answers: [["git push", true]],
    ran: ["git push"],
    told: /ran git push/,
  },
  {
    column: "ask",
    name: "what is asked about does not run after a no",
    turns: [["git push"]],
    answers: [["git push", false]],
    ran: [],
    told: /git push/,
  },
  {
    column: "ask",
    name: "a yes to one call is not a yes to the one beside it",
    turns: [["git push one", "git push two"]],
    answers: [
      ["git push one", false],
      ["git push two", true],
    ],
    ran: ["git push two"],
    told: /ran git push two/,
  },
  {
    column: "ask",
    name: "a yes counts once",
    turns: [["git push"], ["git push"]],
    answers: [
      ["git push", true],
      ["git push", false],
    ],
    ran: ["git push"],
    told: /ran git push/,
  },
  {
    column: "rewrite",
    name: "what is rewritten runs as rewritten",
    turns: [["npm publish"]],
    ran: ["npm publish --dry-run"],
    told: /ran npm publish --dry-run/,
  },
  {
    column: "rewrite",
    name: "what is asked about and rewritten runs as rewritten, after a yes",
    turns: [["git push --all"]],
    answers: [["git push --all", true]],
    ran: ["git push --dry-run"],
    told: /ran git push --dry-run/,
  },
  {
    column: "broken",
    name: "a policy that does not compile denies",
    turns: [["ls"]],
    policies: {
      text: "version: 1\npolicies:\n  - { id: broken, events: before_tool_call, when: 'params.(', deny: x }",
    },
    ran: [],
    told: /denied/,
  },
  {
    column: "broken",
    name: "a policy that throws denies",
    turns: [["ls"]],
    policies: THROWS,
    ran: [],
    told: /denied by `throws`/,
  },
];

/**
 * Runs one case.
 *
 * @param folder where `policies.yaml` of the examples is
 * @returns what ran, what was asked, and what the model was told
 */
export async function runCase(
  callBash: CallBash,
  { turns, answers = [], policies }: FrameworkCase,
  folder: string,
): Promise<Outcome & { readonly asked: readonly string[] }> {
  const gatehouse = await createGatehouse({
    policies: policies ?? path.join(folder, "policies.yaml"),
    onNotice: () => undefined,
  });
  const asked: string[] = [];
  const left = [...answers];
  const { ran, told } = await callBash(gatehouse, turns, (command) => {
    asked.push(command);
    const at = left.findIndex(([about]) => about === command);
    const [answer] = at < 0 ? [] : left.splice(at, 1);
    return answer?.[1] ?? false;
  });
  return { ran, told, asked };
}

/** What is wrong with the outcome of a case; nothing where it is right. */
export function wrongWith(
  { answers = [], ran, told }: FrameworkCase,
  outcome: Outcome & { readonly asked: readonly string[] },
): readonly string[] {
  const expected = [...answers.map(([command]) => command)].toSorted();
  return [
    ...(isSame(outcome.asked.toSorted(), expected) ? [] : [`asked about ${JSON.stringify(outcome.asked)}`]),
    ...(isSame(outcome.ran, ran) ? [] : [`ran ${JSON.stringify(outcome.ran)}`]),
    ...(told.test(outcome.told) ? [] : [`the model was told ${outcome.told}`]),
  ];
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((one, at) => one === right[at]);
}

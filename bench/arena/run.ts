/**
 * `pnpm arena`: what policies come to on recorded attacks, as a table. Without folders, on the runs that are in this repository: all
 * of AgentDyn, a part of AgentDojo. `--agentdojo FOLDER` is that of all its runs; `--agentdyn FOLDER` that of others.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type DojoScore, readAgentDojo, scoreDojo } from "./agentdojo.js";
import { readAgentDyn } from "./agentdyn-run.js";
import { type DynScore, type Passed, scoreDyn } from "./agentdyn.js";
import { policiesOfFile } from "./play.js";

const HERE = import.meta.dirname;
const { values: folders } = parseArgs({
  options: { agentdojo: { type: "string" }, agentdyn: { type: "string" } },
});

const policies = (name: string) => policiesOfFile(join(HERE, "policies", `${name}.yaml`));
const dojo = readAgentDojo(folders.agentdojo ?? join(HERE, "data/agentdojo"));
const dyn = readAgentDyn(folders.agentdyn ?? join(HERE, "data/agentdyn"));

console.log(row("policies", "done, nobody asked", "questions a task", "attacks", "left", "worst case"));
console.log(row("---", "---", "---", "---", "---", "---"));
console.log(dojoRow("AgentDojo", scoreDojo(policies("agentdojo-l"), dojo)));
const scores = ["agentdyn-default", "agentdyn-opt-in"].map(
  (name) => [name, scoreDyn(policies(name), dyn)] as const,
);
for (const [name, score] of scores) console.log(dynRow(name, score));
console.log(
  `\n${row("AgentDyn, an attacker who", ...scores.map(([name]) => name))}\n${row("---", "---", "---")}`,
);
for (const [kind, said] of [
  ["friend", "writes in a mail of a person whom the user named"],
  ["lookAlike", "has an address that begins with that name"],
  ["sameHost", "has a page below a host that the user named"],
] as const)
  console.log(row(said, ...scores.map(([, { attackers }]) => shareOf(attackers[kind]))));

function dojoRow(name: string, score: DojoScore): string {
  const { done, kept, questions, attacks, succeeded, left, worst, worstLeft } = score;
  const attacked = `${succeeded} of ${attacks}`;
  return row(
    name,
    `${kept} of ${done}`,
    questions.toFixed(3),
    attacked,
    String(left),
    shareOf({ of: worst, passed: worstLeft }),
  );
}

function dynRow(name: string, score: DynScore): string {
  const { done, kept, questions, attacks, succeeded, left, leftWithoutCall, worst } = score;
  const attacked = `${succeeded} of ${attacks}`;
  const passed = `${left}, and ${leftWithoutCall} without a call of the attacker's`;
  return row(name, `${kept} of ${done}`, questions.toFixed(3), attacked, passed, shareOf(worst));
}

function shareOf({ of, passed }: Passed): string {
  return of === 0 ? "-" : `${passed} of ${of} (${((100 * passed) / of).toFixed(1)} %)`;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

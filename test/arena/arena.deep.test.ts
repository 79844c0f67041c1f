import { join } from "node:path";
import { expect, test } from "vitest";
import { readAgentDojo, scoreDojo } from "../../bench/arena/agentdojo.js";
import { readAgentDyn } from "../../bench/arena/agentdyn-run.js";
import { scoreDyn } from "../../bench/arena/agentdyn.js";
import { policiesOfFile } from "../../bench/arena/play.js";

const ARENA = join(import.meta.dirname, "../../bench/arena");
const policies = (name: string) => policiesOfFile(join(ARENA, "policies", `${name}.yaml`));

test("on recorded runs of AgentDojo the policies of the arena stop what they stop, and ask what they ask", () => {
  const score = scoreDojo(policies("agentdojo-l"), readAgentDojo(join(ARENA, "data/agentdojo")));
  expect(score).toMatchObject({ done: 24, kept: 23, succeeded: 6, left: 3, worst: 288, worstLeft: 0 });
  expect(score.questions).toBeCloseTo(0.113, 3);
});

test("on recorded runs of AgentDyn no call of the attacker's passes, also where every task is attacked", () => {
  const score = scoreDyn(policies("agentdyn-default"), readAgentDyn(join(ARENA, "data/agentdyn")));
  expect(score).toMatchObject({ done: 3, kept: 2, succeeded: 79, left: 0, worst: { of: 18, passed: 0 } });
  expect(score.attackers).toMatchObject({ friend: { of: 8, passed: 0 }, lookAlike: { of: 10, passed: 0 } });
});

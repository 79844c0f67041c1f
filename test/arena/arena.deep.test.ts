import { join } from "node:path";
import { expect, test } from "vitest";
import { readAgentDojo, scoreDojo } from "../../bench/arena/agentdojo.js";
import { policiesOfFile } from "../../bench/arena/play.js";

const ARENA = join(import.meta.dirname, "../../bench/arena");
const policies = (name: string) => policiesOfFile(join(ARENA, "policies", `${name}.yaml`));

test("on recorded runs of AgentDojo the policies of the arena stop what they stop, and ask what they ask", () => {
  const score = scoreDojo(policies("agentdojo-l"), readAgentDojo(join(ARENA, "data/agentdojo")));
  expect(score).toMatchObject({ done: 24, kept: 23, succeeded: 6, left: 3, worst: 288, worstLeft: 0 });
  expect(score.questions).toBeCloseTo(0.113, 3);
});

import { diffSets } from "@gatehouse-hooks/analysis";
import { compilePolicies } from "@gatehouse-hooks/engine";
import { createFacts, exampleEvents, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { loadPack, packs } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";

const derive = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/** What a hook alone knows of the machine, or of the session before: no command by itself shows it. */
const ON_A_MACHINE: readonly string[] = [
  "own-code/unanswered",
  "provenance/destination",
  "session/secret-then-network",
  "session/denied-again",
  "understood/changed-code",
];

test("what each policy of the packs does is shown by a command, without its examples", () => {
  const none = compilePolicies([], { derive }).set;
  const policies = packs().flatMap((pack) => loadPack(pack).policies);
  expect(policies.length).toBeGreaterThan(30);
  const notShown = policies.filter((policy) => {
    const { set } = compilePolicies([policy], { derive });
    const { differences, unknown } = diffSets(set, none, { examples: exampleEvents });
    return differences.length === 0 || unknown.length > 0;
  });
  expect(notShown.map(({ id }) => id)).toEqual(ON_A_MACHINE);
});

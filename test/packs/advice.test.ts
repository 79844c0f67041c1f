// A message that says how to write it says something that passes.
import { compilePolicies, decide } from "@gatehouse-hooks/engine";
import { loadPack, packs, VOCABULARY } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { derive } from "./derive.js";
import { eventOf } from "./rows.js";

const policies = packs()
  .filter(({ name }) => name === "destructive")
  .flatMap((pack) => loadPack(pack).policies);
const { set } = compilePolicies(policies, { vocabulary: VOCABULARY, derive });

test.each([
  ['rm -rf "$DIR"/*', 'rm -rf "${DIR:?}"/*'],
  ['rm -rf "$DIR/etc"', 'rm -rf "${DIR:?}/etc"'],
  ['cd "$DIR" && rm -rf build', 'rm -rf "${DIR:?}/build"'],
  ['rm -rf "$DIR"', 'rm -rf "${DIR:?}/build"'],
  ['rm -rf "${DIR:?}"', 'rm -rf "${DIR:?}/build"'],
])("a variable that may be empty: %s", (denied, advised) => {
  const { effect, reason } = decide(set, eventOf(denied));
  expect(effect).toBe("deny");
  expect(reason).toContain("${NAME:?}");
  expect(decide(set, eventOf(advised)).effect).toBe("abstain");
});

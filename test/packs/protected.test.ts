// Branches that a file protects: a push to one of them, or to one that it does not name, is asked about.
import { compilePolicies, decide } from "@gatehouse-hooks/engine";
import { load, VOCABULARY } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { derive } from "./derive.js";
import { eventOf } from "./rows.js";

function effectOf(extended: string, command: string): string {
  const text = `version: 1\nextends: [${extended}]\n`;
  const { policies } = load(text, { path: "p.yaml", tier: "project" });
  return decide(compilePolicies(policies, { vocabulary: VOCABULARY, derive }).set, eventOf(command)).effect;
}

const PROTECTED = "{ pack: git, protected: [main, release] }";

test.each([
  "git push origin main",
  "git push origin HEAD:main",
  "git push origin topic:refs/heads/release",
  "git push",
  "git push --all up",
  "gh pr merge 3",
  "git -c alias.p=push p origin HEAD:main",
])("%s is asked about where main is protected, and only there", (command) => {
  expect(effectOf(PROTECTED, command)).toBe("ask");
  expect(effectOf("pack/git", command)).toBe("abstain");
});

test.each(["git push origin topic", "git push origin main:topic", "git push -n origin main"])(
  "%s is not",
  (command) => {
    expect(effectOf(PROTECTED, command)).toBe("abstain");
  },
);

test.each(["git push origin +main", "git push origin :main", "git push --mirror"])(
  "%s is denied as everywhere",
  (command) => {
    expect(effectOf(PROTECTED, command)).toBe("deny");
  },
);

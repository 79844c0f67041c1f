import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { AGENT_RECIPE } from "./agent.recipe.js";
import { COMMAND_RECIPE } from "./command.recipe.js";
import { PROGRAM_RECIPE } from "./program.recipe.js";
import { lawRuns } from "../assert-law.js";
import { copyWorkspace, type WorkspaceCopy } from "./workspace-copy.js";

const GUIDE = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8").replaceAll(/\s+/g, " ");
const RECIPES = [PROGRAM_RECIPE, AGENT_RECIPE, COMMAND_RECIPE];
/** Those of an agent and of a command start many test files, up to four times: they are followed where laws are tried in full. */
const FOLLOWED = RECIPES.slice(0, lawRuns({ deep: 1, full: RECIPES.length }));

let copy: WorkspaceCopy | undefined;
afterEach(() => copy?.remove());

describe.each(RECIPES)("the recipe $name", ({ name, rounds }) => {
  test("says each of its steps", () => {
    const [, after = ""] = GUIDE.split(`**${name}**`);
    const [recipe = ""] = after.split(" **");
    const steps = rounds.flat().map(({ says }) => says);
    expect(steps.filter((says) => !recipe.includes(says))).toEqual([]);
  });
});

describe.each(FOLLOWED)("the recipe $name, followed", ({ tests, about, rounds }) => {
  test("a step that is missing is named by a failing test, and none fails at its end", () => {
    copy = copyWorkspace();
    for (const round of rounds) {
      const missed = round.flatMap((step) => step.missed ?? []);
      const failing = missed.length === 0 ? [] : copy.failing(tests, about);
      expect(missed.filter((name) => !failing.some((one) => one.includes(name))).join("\n")).toBe("");
      for (const step of round) step.take(copy);
    }
    expect(copy.failing(tests, about).join("\n")).toBe("");
  });
});

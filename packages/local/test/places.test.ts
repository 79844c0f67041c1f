import { expect, test } from "vitest";
import { places } from "../src/places/places.js";

const options = {
  project: "/p",
  home: "/h",
  policies: undefined,
  policyFormat: undefined,
  enforced: [],
  projectHooks: ".mayros/hooks",
  userHooks: "~/.mayros/hooks",
};
const shown = (more: Partial<Parameters<typeof places>[0]>): string[] =>
  places({ ...options, ...more }).map((place) => `${place.tier} ${place.path}`);

test("the documented folders of project and user, and the organisation's", () => {
  expect(shown({})).toEqual([
    "enforced /etc/gatehouse",
    "enforced /h/.gatehouse/organisation",
    "project /p/.mayros/hooks",
    "project /p/.gatehouse",
    "project /p/.mimir/config.yml",
    "project /p/.mimir/config.yaml",
    "user /h/.mayros/hooks",
    "user /h/.gatehouse",
    "user /h/.mimir/config.yml",
    "user /h/.mimir/config.yaml",
  ]);
});

test("named policies replace those of project and user, never the organisation's", () => {
  expect(shown({ policies: ["/x"], enforced: ["/org"] })).toEqual([
    "enforced /etc/gatehouse",
    "enforced /h/.gatehouse/organisation",
    "enforced /org",
    "project /x",
  ]);
});

test("folders come from the configuration; hooks that are off are not read", () => {
  expect(shown({ projectHooks: "rules", userHooks: null })).toEqual([
    "enforced /etc/gatehouse",
    "enforced /h/.gatehouse/organisation",
    "project /p/rules",
    "project /p/.gatehouse",
    "project /p/.mimir/config.yml",
    "project /p/.mimir/config.yaml",
    "user /h/.gatehouse",
    "user /h/.mimir/config.yml",
    "user /h/.mimir/config.yaml",
  ]);
});

test("in the home folder, what is the user's is not the project's (S2)", () => {
  expect(shown({ project: "/h", projectIsHome: true, projectHooks: "rules" })).toEqual([
    "enforced /etc/gatehouse",
    "enforced /h/.gatehouse/organisation",
    "project /h/rules",
    "user /h/.mayros/hooks",
    "user /h/.gatehouse",
    "user /h/.mimir/config.yml",
    "user /h/.mimir/config.yaml",
  ]);
});

test.each(["", ".", "home", "../x"])("a home directory that is %j is refused (S1)", (home) => {
  expect(() => places({ ...options, home })).toThrow(/home directory is/);
});

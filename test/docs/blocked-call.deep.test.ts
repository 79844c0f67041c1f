import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { BLOCKED_CALL, blockedCall } from "../../tools/terminal/blocked-call.js";
import { styledLines } from "../../tools/terminal/styled-lines.js";
import { requireProgram } from "../require-program.js";

const root = path.resolve(import.meta.dirname, "../..");

test("the terminal of the front page shows what the built command prints today (`pnpm terminal` records it)", () => {
  requireProgram("script", "bsdutils");
  const drawn = blockedCall(path.join(root, "packages/cli/dist/bin.js"));
  expect(readFileSync(path.join(root, BLOCKED_CALL), "utf8")).toBe(drawn);
  for (const shown of [">deny<", ">git/force-push<", ">would pass<", ">abstain<"])
    expect(drawn).toContain(shown);
});

test("the picture of a blocked call is the first thing on the front page", () => {
  const [, intro = "", alt = "", picture = ""] =
    /^# [^\n]+\n\n([^]*?)!\[([^\]]+)\]\(([^)]+)\)/.exec(
      readFileSync(path.join(root, "docs/README.md"), "utf8"),
    ) ?? [];
  expect(path.join("docs", picture)).toBe(BLOCKED_CALL);
  expect(alt).toContain("denied");
  expect(intro.length).toBeLessThan(300);
});

test("a style that a picture could not show is an error, and a line of progress leaves nothing", () => {
  expect(() => styledLines("\u001b[35mpurple")).toThrow("style 35 is not known");
  expect(() => styledLines("\u0007")).toThrow("a control character");
  expect(styledLines("\r\u001b[Kreading 1 of 2\r\u001b[K\u001b[31mno\u001b[39m, \u001b[2mwhy\r\n")).toEqual([
    [
      { text: "no", styles: ["red"] },
      { text: ", ", styles: [] },
      { text: "why", styles: ["dim"] },
    ],
  ]);
});

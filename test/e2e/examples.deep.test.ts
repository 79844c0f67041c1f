import { expect, test } from "vitest";
import { run } from "./spawn-cli.js";

test("the demo plays the session to its end and stops its server", async () => {
  const { code, stdout, stderr } = await run("examples/demo.ts", [], { env: { NO_COLOR: "1" } });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("scripted");
  expect(stdout).toMatch(/15 {2}deny +exec git push --force origin main.*\n +deny by no-force-push \(judge/);
  expect(stdout).toMatch(
    /16 {2}deny +exec git push --force origin main.*\n +deny by no-force-push \(cache\)/,
  );
  expect(stdout).toContain("23 events: 8 deny, 1 ask, 14 abstain; 2 with warnings, 1 rewritten");
  expect(stdout).toContain("7 questions to the judge: 14 events needed none, 2 answers came from the cache");
  expect(stdout).toContain("8 spellings of it: 8 denied; 8 that look like it: 0 denied");
  expect(stdout).toMatch(
    /deny +cp key\.pub ~\/\.ssh\/authorized_keys\n +writes ~\/\.ssh\/authorized_keys \(exact\)/,
  );
  expect(stdout).toMatch(/abstain +git commit -m 'write ~\/\.ssh\/authorized_keys'/);
});

test("the embedding example decides", async () => {
  const { code, stdout } = await run("examples/embed.ts", []);
  expect([code, stdout]).toEqual([
    0,
    "deny (no-recursive-delete): recursive forced deletes are for people; name the files to delete, or ask\n",
  ]);
});

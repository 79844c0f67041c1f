import { lookAtChange, lstat, realpath, recordLooks, sameLooks, treeOf } from "@gatehouse-hooks/runtime";
import fc from "fast-check";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assertLaw, slowLaw } from "../../../../test/assert-law.js";
import { tempDir } from "../../../../test/temp-dir.js";

/** What a box keeps, outer folders first, and what is looked at beside it. */
const KEPT = ["a", "a/b", "a/b/c", "rules.yaml", "there/d"];
const LOOKED_AT = [...KEPT, "a/rules.yaml", "there", "there/file", "other"];

async function look(root: string): Promise<readonly string[]> {
  const seen: string[] = [];
  const say = async (what: Promise<unknown>): Promise<void> => {
    seen.push(
      await what.then(
        () => "there",
        (error: unknown) => String(error instanceof Error && "code" in error ? error.code : error),
      ),
    );
  };
  for (const path of LOOKED_AT.map((one) => join(root, one))) {
    await say(lstat(path));
    await say(realpath(path));
    // Of a folder that something comes into the time is another one.
    if (path !== join(root, "there")) lookAtChange(path);
  }
  for await (const { parentPath, name } of treeOf(root)) seen.push(join(parentPath, name));
  return seen;
}

function keep(root: string, kept: readonly string[]): void {
  for (const one of KEPT.toReversed()) rmSync(join(root, one), { recursive: true, force: true });
  for (const one of kept) mkdirSync(join(root, one), { recursive: true });
}

const kept = fc.subarray(KEPT);

test("what a box keeps is not there for what is loaded, whenever it comes and goes; what is put into it is", async () => {
  const root = await tempDir();
  mkdirSync(join(root, "there"));
  writeFileSync(join(root, "there/file"), "x");
  const placeholders = new Set(KEPT.map((one) => join(root, one)));
  const among = (): ReadonlySet<string> => placeholders;
  const answers = new Set<string>();
  await assertLaw(
    fc.asyncProperty(
      kept,
      kept,
      fc.constantFrom(...KEPT),
      fc.boolean(),
      async (before, after, inside, isFolder) => {
        keep(root, before);
        const { value, looks } = await recordLooks(async () => look(root), among);
        answers.add(JSON.stringify(value));
        keep(root, after);
        expect([before, after, sameLooks(looks?.looks ?? [], undefined, among)]).toEqual([
          before,
          after,
          true,
        ]);
        const isKept = after.some((one) => one === inside || one.startsWith(`${inside}/`));
        if (!isKept) return;
        const stray = join(root, inside, "stray");
        if (isFolder) mkdirSync(stray);
        else writeFileSync(stray, "");
        expect([after, inside, sameLooks(looks?.looks ?? [], undefined, among)]).toEqual([
          after,
          inside,
          false,
        ]);
      },
    ),
    slowLaw(50),
  );
  expect(answers.size).toBe(1);
});

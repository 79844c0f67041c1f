import { runInlineTests } from "@gatehouse-hooks/hooks";
import { messageOf } from "@gatehouse-hooks/console";
import type { FromHooks } from "./hook-messages.js";
import { readHookFile } from "./read-hook-file.js";

/** Runs the inline tests of the hooks that a file exports, with scripted answers. Never rejects. */
export async function testHookFile({
  file,
  root,
}: {
  readonly file: string;
  readonly root: string;
}): Promise<FromHooks> {
  const read = await readHookFile(file);
  if (read.kind === "lost") return { kind: "untested", why: read.at.why };
  try {
    const results = await runInlineTests(read.hooks, { root });
    return {
      kind: "tested",
      hooks: read.hooks.length,
      results: results.map(({ hook, test, passed, difference }) => ({ hook, test, passed, difference })),
    };
  } catch (error) {
    return { kind: "untested", why: `its tests cannot be run: ${messageOf(error)}` };
  }
}

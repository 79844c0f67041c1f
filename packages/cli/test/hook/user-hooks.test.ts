// Hooks written with @gatehouse-hooks/hooks in an agent: `gatehouse hook AGENT --hooks FILE`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Folder } from "../run-cli.js";
import { bash, HOOKS, hooksHome, hookWith, payload, permission, transcript } from "./hooks-home.js";
import { expectDenied, LOST_FILES, QUICK_LOST } from "./lost-files.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

function place(files: Readonly<Record<string, string>> = { "~/.gatehouse/hooks.mjs": HOOKS }): Folder {
  const one = hooksHome(files);
  made.push(one);
  return one;
}

describe("hooks run beside the policies", () => {
  test("deny, ask from what was said, and nothing at all; a policy's deny beats a hook's question", async () => {
    const one = place({
      "~/.gatehouse/hooks.mjs": HOOKS,
      "~/.gatehouse/rules.yaml":
        'version: 1\npolicies:\n  - id: p\n    events: before_tool_call\n    when: params.command.includes("rm")\n    deny: the policy says no\n',
    });
    const calm = transcript(one, "fine");
    expect(permission(await hookWith(one, ["hooks.mjs"], bash("ls", { transcript_path: calm })))).toBe(
      "none",
    );
    const denied = await hookWith(one, ["hooks.mjs"], bash("curl x", { transcript_path: calm }));
    expect([denied.code, permission(denied)]).toEqual([0, "deny"]);
    expect(denied.stdout).toContain("no curl");
    const stuck = transcript(one, "that is impossible");
    const asked = await hookWith(one, ["hooks.mjs"], bash("ls", { transcript_path: stuck }));
    expect([permission(asked), asked.stdout.includes("that is impossible")]).toEqual(["ask", true]);
    const both = await hookWith(one, ["hooks.mjs"], bash("rm x", { transcript_path: stuck }));
    expect([permission(both), both.stdout.includes("the policy says no")]).toEqual(["deny", true]);
  });
});

describe("what a hook does cannot let anything through", () => {
  test.each(LOST_FILES.slice(0, QUICK_LOST))(
    "a file that %s denies what gates, with a cure",
    async (_, text, why) => {
      await expectDenied(place(), text, why);
    },
  );

  test("the agent may not edit the file, wherever it is", async () => {
    const one = place();
    const file = join(one.path, "team-hooks.mjs");
    writeFileSync(
      file,
      HOOKS.replaceAll("@gatehouse-hooks/hooks", join(import.meta.dirname, "../../../hooks/src/index.ts")),
    );
    const edit = payload("PreToolUse", {
      transcript_path: transcript(one, "fine"),
      tool_name: "Write",
      tool_input: { file_path: file, content: "" },
    });
    const denied = await hookWith(one, [file], edit);
    expect(permission(denied)).toBe("deny");
    expect(denied.stdout).toContain("own-config");
  });
});

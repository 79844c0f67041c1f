import type { Decision } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";
import { decideBoxed } from "../../src/box/decide-boxed.js";
import { start, whyNoBox } from "./world.js";
import { tempDir } from "../../../../test/temp-dir.js";
import { characters } from "../../../../test/arbitraries/characters.js";

const why = whyNoBox();
const ABSTAIN = { effect: "abstain", policy: null, reason: "", trace: [] } as unknown as Decision;
const PLACE = { home: "/home/u", project: "/w", env: {} };

/** What the hook of Claude Code makes of a command, and of a text that it has made. */
async function decided(command: string): Promise<Decision> {
  const event = {
    ...{ event: "before_tool_call", host: "claude-code", toolName: "Bash", sessionKey: "s" },
    ...{ tool: { kind: "shell" }, params: { command } },
    raw: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } },
  };
  const calls = { unknown: "box", others: "box", otherwise: "deny" } as const;
  return await decideBoxed(event, calls, PLACE, () => Promise.resolve(ABSTAIN));
}

async function textOf(command: string): Promise<string> {
  const text = (await decided(command)).updatedInput?.["command"];
  if (typeof text !== "string")
    throw new Error(`nothing was changed: ${JSON.stringify(await decided(command))}`);
  return text;
}

/** Everything that means something to a shell, and everything else. */
const ANY = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...["'", '"', "\\", "`", "$(", ")", "${x}", "$x", "\n", "\r", "\t", " ", ";", "&", "|", "<", ">"],
        ...[
          "!",
          "#",
          "*",
          "?",
          "[",
          "]",
          "{a,b}",
          "~",
          "=",
          "--",
          "-c",
          "'\"'\"'",
          "\u{1f600}",
          "ü",
          "\u0001",
        ],
      ),
      fc.string({ unit: characters, maxLength: 4 }).map((text) => text.replaceAll("\0", "")),
    ),
    { minLength: 1, maxLength: 12, size: "medium" },
  )
  .map((parts) => parts.join(""));

/** A word that needs no quotes, and one character more. */
const NEARLY_PLAIN = fc
  .tuple(
    fc.constantFrom("", "ls", "./a-b_1", "x=1,2:3@4%+"),
    fc.string({ unit: "binary-ascii", maxLength: 1 }),
  )
  .map(([word, more]) => word + more.replace("\0", " ") + word);

const COMMAND = fc.oneof(ANY, NEARLY_PLAIN);

describe.skipIf(why !== undefined)(
  `the text of a boxed call${why === undefined ? "" : `: skipped, ${why}`}`,
  () => {
    test("is one plain command in each shell, whose last word is the call as it came, byte for byte", async () => {
      const folder = await tempDir();
      const law = fc.asyncProperty(fc.array(COMMAND, { minLength: 20, maxLength: 20 }), async (commands) => {
        const texts = await Promise.all(commands.map(textOf));
        const file = join(folder, "words.sh");
        // The words of one and no more: a text with a second command, or with anything that a shell replaces, has others.
        writeFileSync(file, texts.map((text) => `printf '<%s>\\0' ${text}; printf '\\0'\n`).join(""));
        for (const shell of ["/bin/bash", "/bin/sh"]) {
          const { status, stdout, stderr } = await start(shell, [file], { cwd: folder, env: {} });
          expect([status, stderr]).toEqual([0, ""]);
          const calls = stdout.split("\0\0").slice(0, -1);
          expect(calls.map((words) => words.split("\0").at(-1))).toEqual(
            commands.map((command) => `<${command}>`),
          );
        }
      });
      await assertLaw(law, { quick: 10, least: 10, full: 100 });
    });

    test("is not made of a call with a NUL, which is denied", async () => {
      const { effect, reason } = await decided("echo a\0b");
      expect(effect).toBe("deny");
      expect(reason).toMatch(/^this call is to run in a box, and no box can be made: it holds a NUL; /);
    });

    test("is decided as the call that it runs, and is not put into a box again", async () => {
      const law = fc.asyncProperty(COMMAND, async (command) => {
        const again = await decided(await textOf(command));
        expect(again).toEqual(ABSTAIN);
      });
      await assertLaw(law, { quick: 100, least: 100, full: 1_000 });
    });
  },
);

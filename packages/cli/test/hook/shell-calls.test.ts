import { afterEach, describe, expect, test } from "vitest";
import { own, parseJsonObject } from "@gatehouse-hooks/json";
import { whyNoBox } from "@gatehouse-hooks/boxes/box";
import { type Folder, folder, runCli } from "../run-cli.js";
import { callOf } from "./agent-calls.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

const OPEN = `$TOOL "it's"`;
const READ = "ls";
const STOPPED = "git push --force";

function machine(settings: string, file = ""): Folder {
  const one = folder({
    "~/.gatehouse/rules.yaml": `version: 1\nextends: [pack/git]\n${file}`,
    "~/.gatehouse/settings.json": settings,
  });
  made.push(one);
  return one;
}

/** What the hook of an agent prints of a command. */
async function said({ path, home }: Folder, agent: string, command: string): Promise<string> {
  const stdin = JSON.stringify(callOf(agent).payload(command, path));
  return (await runCli(["hook", agent, "--daemon", "off"], { cwd: path, home, stdin })).stdout;
}

/** The answer of Claude Code's hook: the word, and the command of the changed call. */
async function answered(
  place: Folder,
  command: string,
): Promise<{ word: unknown; changed: string | undefined }> {
  const text = await said(place, "claude-code", command);
  const output = own(text === "" ? {} : parseJsonObject(text).value, "hookSpecificOutput");
  const word = own(output, "permissionDecision");
  const changed = own(own(output, "updatedInput"), "command");
  return { word, changed: typeof changed === "string" ? changed : undefined };
}

describe("shell calls that nothing stops", () => {
  test.each<[settings: string, open: string | undefined, read: string | undefined]>([
    ["{}", undefined, undefined],
    ['{ "unknown": "abstain" }', undefined, undefined],
    ['{ "unknown": "ask" }', "ask", undefined],
    ['{ "unknown": "deny" }', "deny", undefined],
    // What cannot be read was meant to stop something.
    ['{ "unknown": "aks" }', "ask", "ask"],
    ['{ "shell": "box', "ask", "ask"],
  ])("of a machine with %s", async (settings, open, read) => {
    const place = machine(settings.replace("{", '{ "version": 1,').replace(", }", " }"));
    expect((await answered(place, OPEN)).word).toBe(open);
    expect((await answered(place, READ)).word).toBe(read);
    expect((await answered(place, STOPPED)).word).toBe("deny");
  });

  test.each<[settings: string, file: string, open: string | undefined]>([
    ["{}", "abstain", undefined],
    ["{}", "ask", "ask"],
    ["{}", "deny", "deny"],
    ['{ "unknown": "ask" }', "deny", "deny"],
    // A question does not loosen what the machine denies.
    ['{ "unknown": "deny" }', "ask", "deny"],
    ['{ "unknown": "ask" }', "box", "ask"],
    ['{ "unknown": "deny" }', "box", "deny"],
    ['{ "unknown": "deny" }', "abstain", "deny"],
    ['{ "observe": true }', "deny", undefined],
  ])("of a machine with %s and a file with `unknown: %s`", async (settings, file, open) => {
    const place = machine(
      settings.replace("{", '{ "version": 1,').replace(", }", " }"),
      `unknown: ${file}\n`,
    );
    expect((await answered(place, OPEN)).word).toBe(open);
    expect((await answered(place, READ)).word).toBeUndefined();
  });

  test("a question shows what is not understood", async () => {
    expect(await said(machine('{ "version": 1, "unknown": "ask" }'), "claude-code", OPEN)).toContain("$TOOL");
  });
});

test("nothing is changed while policies are tried silently, or where the agent's own sandbox was told them", async () => {
  const observed = machine('{ "version": 1, "observe": true, "unknown": "deny", "shell": "box" }');
  expect(await said(observed, "claude-code", OPEN)).toBe("");
  const sandboxed = machine('{ "version": 1, "shell": "box" }');
  const { path, home } = sandboxed;
  const { code } = await runCli(["box", "--settings", "claude-code", "--write"], { cwd: path, home });
  expect(code).toBe(0);
  expect(await said(sandboxed, "claude-code", READ)).toBe("");
});

const canBox = whyNoBox() === undefined;

describe("a box", () => {
  test.runIf(canBox)("is around what is not understood, and around nothing else", async () => {
    const place = machine('{ "version": 1, "unknown": "box" }');
    const { word, changed } = await answered(place, OPEN);
    expect(word).toBeUndefined();
    expect(changed).toMatch(/ box --told --session [0-9a-f]{12} -- \/bin\/(?:ba)?sh -c '\$TOOL "it'"'"'s"'$/);
    expect(await answered(place, READ)).toEqual({ word: undefined, changed: undefined });
  });

  test.runIf(canBox)(
    "is around what a file says, where nothing else asks, and around none twice",
    async () => {
      const other =
        "policies: [{ id: tools, events: before_tool_call, when: 'params.command.includes(\"TOOL\")', ask: why }]\n";
      const place = machine('{ "version": 1 }', "unknown: box\n");
      const { word, changed = "" } = await answered(place, OPEN);
      expect(word).toBeUndefined();
      expect(changed).toMatch(/ box --told --session [0-9a-f]{12} -- /);
      expect(await answered(place, changed)).toEqual({ word: undefined, changed: undefined });
      expect(await answered(place, READ)).toEqual({ word: undefined, changed: undefined });
      const asking = machine('{ "version": 1 }', `unknown: box\n${other}`);
      expect(await answered(asking, OPEN)).toEqual({ word: "ask", changed: undefined });
    },
  );

  test.runIf(canBox)("is around every call, and around none twice", async () => {
    const place = machine('{ "version": 1, "shell": "box" }');
    const { changed = "" } = await answered(place, READ);
    expect(changed).toMatch(/ -c ls$/);
    expect(await answered(place, changed)).toEqual({ word: undefined, changed: undefined });
    // Whoever writes more than that text is in no box yet.
    const other = changed.replace(/--session [0-9a-f]+/, "--session 0123456789ab");
    for (const more of [`${changed}; ls`, changed.replace(" --told", ""), other])
      expect((await answered(place, more)).word).toBe("deny");
  });

  test.runIf(canBox)("changes nothing of what policies say of the command in it", async () => {
    const place = machine('{ "version": 1, "shell": "box" }');
    const { changed = "" } = await answered(place, READ);
    expect(await answered(place, changed.replace(/ls$/, `'${STOPPED}'`))).toEqual({
      word: "deny",
      changed: undefined,
    });
  });

  test.runIf(canBox)("is named where an agent needs another call, and denied where it has none", async () => {
    const place = machine('{ "version": 1, "shell": "box" }');
    expect(await said(place, "codex", READ)).toContain(" box --told --session ");
    expect(await said(place, "qwen-code", READ)).toMatch(/"deny".*does not carry out a change/);
  });

  test.runIf(!canBox)("that cannot be made is denied", async () => {
    expect((await answered(machine('{ "version": 1, "shell": "box" }'), READ)).word).toBe("deny");
  });

  // A box is made of no call with a NUL, and of none of Qwen Code's.
  test.each<[settings: string, file: string, word: "ask" | "deny"]>([
    ['{ "shell": "box" }', "", "deny"],
    ['{ "shell": "box", "otherwise": "deny" }', "", "deny"],
    ['{ "shell": "box", "otherwise": "ask" }', "", "ask"],
    ['{ "unknown": "box", "otherwise": "ask" }', "", "ask"],
    ["{}", "unknown: box\n", "deny"],
    ["{}", "unknown: box\notherwise: deny\n", "deny"],
    ["{}", "unknown: box\notherwise: ask\n", "ask"],
    // Of all that want a box the strictest counts.
    ['{ "shell": "box" }', "unknown: box\notherwise: ask\n", "deny"],
    ['{ "shell": "box", "otherwise": "ask" }', "unknown: box\n", "deny"],
    ['{ "shell": "box", "otherwise": "ask" }', "unknown: box\notherwise: ask\n", "ask"],
    // What is not about a box is about nothing.
    ['{ "otherwise": "ask" }', "unknown: box\n", "deny"],
  ])("that cannot be made, of a machine with %s and a file with %j: %s", async (settings, file, word) => {
    const place = machine(settings.replace("{", '{ "version": 1,').replace(",}", "}"), file);
    const text = await said(place, "qwen-code", OPEN);
    expect(text).toContain(`"${word}"`);
    expect(text).toMatch(
      /does not carry out a change|boxes are made on Linux only|bubblewrap is not installed/,
    );
  });

  test("settings with another word for it stop every call", async () => {
    const place = machine('{ "version": 1, "shell": "box", "otherwise": "run" }');
    expect((await answered(place, READ)).word).toBe("ask");
  });
});

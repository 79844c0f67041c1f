import type { ApprovalRequest } from "@gatehouse-hooks/runtime";
import { execFile, spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { approveOnTerminal } from "../../local/src/open/approve-on-terminal.js";
import { folder } from "./run-cli.js";
import type { Terminal } from "../../console/src/terminal.js";
import { commandArgs } from "../../../test/e2e/spawn-cli.js";

const request: ApprovalRequest = {
  policy: "deploy",
  event: "post-git-push",
  command: "make deploy\u001b[2K\u202e",
  args: ["--to", "prod env"],
  workingDir: "/srv",
  env: { TARGET: "prod" },
  hash: "a".repeat(64),
};
const signal = new AbortController().signal;

/** A person who answers a question; `word` is the one that the question asks for. */
function person(
  answer: (question: string, word: string) => string | undefined,
): Terminal & { readonly told: string[] } {
  const told: string[] = [];
  return {
    told,
    tell: (text) => void told.push(text),
    ask: (question) => Promise.resolve(answer(question, wordOf(question))),
  };
}

function wordOf(question: string): string {
  return /type ([a-z]{6}) to /.exec(question)?.[1] ?? "";
}

async function answered(
  answer: (question: string, word: string) => string | undefined,
  one: ApprovalRequest = request,
): Promise<unknown> {
  return approveOnTerminal(person(answer))(one, { signal });
}

test("the word of the question approves exactly what was shown", async () => {
  for (const spell of [(word: string) => word, (word: string) => ` ${word.toUpperCase()} `]) {
    expect(await answered((_, word) => spell(word))).toEqual({ kind: "approved", hash: request.hash });
  }
});

describe("nothing that can be typed before the question approves (S8)", () => {
  test.each(["", "y", "Y", "yes", " YES ", "n", "ok", "1", "true", undefined])("%j", async (typed) => {
    expect(await answered(() => typed)).toMatchObject({ kind: "declined" });
  });

  test("each question asks for another word", async () => {
    const words = new Set<string>();
    for (let i = 0; i < 50; i++) {
      await answered((_, word) => {
        words.add(word);
        return "";
      });
    }
    expect(words.size).toBeGreaterThan(45);
    expect(words.has("")).toBe(false);
  });

  test("the word of an earlier question is a no", async () => {
    let first = "";
    await answered((_, word) => (first = word));
    expect(await answered(() => first)).toMatchObject({ kind: "declined" });
  });
});

describe("a question of the format's own document (S8)", () => {
  const asks = { ...request, question: { text: "Run? (y/n)", yes: "y" } };

  test("is asked in its words, and its letter approves, in either case", async () => {
    for (const typed of ["y", "Y", " y "]) {
      const shown: string[] = [];
      const answer = await answered((question) => {
        shown.push(question);
        return typed;
      }, asks);
      expect(answer).toEqual({ kind: "approved", hash: request.hash });
      expect(shown).toEqual([expect.stringMatching(/^ {2}\| make deploy[^]*\nRun\? \(y\/n\): $/m)]);
    }
  });

  test.each(["", "n", "yes", "yy", "y y", "j", "\u001by", undefined])("%j declines", async (typed) => {
    expect(await answered(() => typed, asks)).toMatchObject({ kind: "declined" });
  });
});

describe("what would run is shown whole, with its values (M3)", () => {
  const shownFor = async (one: ApprovalRequest): Promise<string> => {
    let shown = "";
    await answered((question) => {
      shown = question;
      return "";
    }, one);
    return shown;
  };

  test("command, arguments, folder and variables, and nothing in them drives the terminal", async () => {
    const shown = await shownFor(request);
    expect(shown).toContain('  | make deploy\\u{1b}[2K\\u{202e} "--to" "prod env"\n');
    expect(shown).toContain("in the folder\n  | /srv\n");
    expect(shown).toContain("with\n  | TARGET=prod\n");
    expect(shown).toMatch(/type [a-z]{6} to let it run, or press Enter to decline: $/);
  });

  test("the final command stands in place of the one with references", async () => {
    const shown = await shownFor({
      ...request,
      command: 'echo ran "${MIMIR_bash_command?}"',
      finalCommand: "echo ran 'rm -rf ~'",
      variables: { MIMIR_bash_command: "rm -rf ~", TARGET: "prod" },
    });
    expect(shown).toContain("  | echo ran 'rm -rf ~' ");
    expect(shown).not.toContain("MIMIR_");
  });

  test("values of a format without a final command are shown beside it", async () => {
    expect(await shownFor({ ...request, variables: { TARGET: "prod", TOOL: "rm -rf ~" } })).toContain(
      "with\n  | TOOL=rm -rf ~\n",
    );
  });

  test("no line of a value looks like one of the question's own", async () => {
    const fake = `true\n\nin the folder\n  | /safe\ntype dodudo to let it run: ${" ".repeat(300)}in the folder${"\u3000".repeat(80)}x`;
    const shown = await shownFor({ ...request, env: {}, command: fake });
    const own = shown.split("\n").filter((line) => !/^ {2}[|:] /.test(line));
    expect(own.filter((line) => line !== "")).toEqual([
      "deploy wants to run, for post-git-push:",
      "in the folder",
      expect.stringMatching(/^type [a-z]{6} to let it run/) as string,
    ]);
    expect(Math.max(...shown.split("\n").map((line) => line.length))).toBeLessThan(80);
  });

  test.each([
    ["a long command", { command: "x".repeat(10_000) }],
    ["a long value", { finalCommand: `echo ${"x".repeat(10_000)}` }],
    ["a long variable", { env: { X: "x".repeat(10_000) } }],
    ["many lines", { command: "\n".repeat(500) }],
  ])("%s is not approved unseen: it is cut with a word, and nobody is asked", async (_, more) => {
    let asked = 0;
    const terminal = person((_question, word) => {
      asked++;
      return word;
    });
    expect(await approveOnTerminal(terminal)({ ...request, ...more }, { signal })).toMatchObject({
      kind: "declined",
    });
    expect(asked).toBe(0);
    expect(terminal.told.join("")).toContain("cannot be approved");
    expect(terminal.told.join("").split("\n").length).toBeLessThan(120);
  });
});

test("without a terminal everything is declined", async () => {
  expect(await approveOnTerminal(undefined)(request, { signal })).toEqual({
    kind: "declined",
    why: "headless",
  });
});

test("questions wait for each other", async () => {
  const open: ((answer: string) => void)[] = [];
  const approve = approveOnTerminal({
    tell: () => undefined,
    ask: (question) => new Promise((resolve) => open.push((typed) => resolve(typed || wordOf(question)))),
  });
  const first = approve(request, { signal });
  const second = approve({ ...request, hash: "b".repeat(64) }, { signal });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(open.length).toBe(1);
  open[0]?.("n");
  expect(await first).toMatchObject({ kind: "declined" });
  await new Promise((resolve) => setTimeout(resolve, 5));
  open[1]?.("");
  expect(await second).toEqual({ kind: "approved", hash: "b".repeat(64) });
});

const root = path.resolve(import.meta.dirname, "../../..");
const tsx = path.join(root, "node_modules/tsx/dist/esm/index.mjs");

/** The command that asks on its terminal, and waits this many milliseconds for the answer. */
function asking(ms: number): string {
  const user = path.join(import.meta.dirname, "terminal-user.ts");
  return `${process.execPath} --conditions=@gatehouse-hooks/source --import ${tsx} ${user} ${ms} < /dev/null`;
}

/** Runs a command on a real terminal, which `script` makes; what a person types at once, and when asked. */
function onTerminal(
  command: string,
  typed: ((word: string) => string) | undefined,
  before = "",
  waits = 0,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("script", ["-qec", command, "/dev/null"], { stdio: ["pipe", "pipe", "inherit"] });
    let out = "";
    child.stdin.write(before);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const isAsked = /type [a-z]{6} to .*: |Run\? \(y\/n\): /;
      const asked = !isAsked.test(out) && isAsked.test(`${out}${text}`);
      out += text;
      if (asked && typed !== undefined) {
        setTimeout(() => child.stdin.write(`${typed(wordOf(out))}\r`), waits);
      }
    });
    child.on("error", reject);
    child.on("close", () => resolve(out));
  });
}

test("a real terminal, though standard input is something else", async () => {
  expect(await onTerminal(asking(60_000), (word) => word)).toContain('"kind":"approved"');
  expect(await onTerminal(asking(60_000), () => "")).toContain('"why":"declined"');
});

test("on a real terminal, what was typed before the question is dropped (S8)", async () => {
  for (const before of ["y\r".repeat(500), "y\r", "yes\ry\ry\r", "y", "\r\r\r"]) {
    expect(await onTerminal(asking(1_500), undefined, before)).toContain('"why":"unanswered"');
    expect(await onTerminal(asking(60_000), (word) => word, before)).toContain('"kind":"approved"');
  }
}, 60_000);

test("nobody types: when the time is up it is a no; without a terminal at once", async () => {
  expect(await onTerminal(asking(300), undefined)).toContain('"why":"unanswered"');
  const { stdout } = await promisify(execFile)("setsid", ["--wait", "sh", "-c", asking(60_000)]);
  expect(stdout).toContain('"why":"headless"');
});

describe("a hook with `prompt: true`, on a real terminal (S8, M3, M9)", () => {
  const HOOK = `hooks:
  pre-bash-execution:
    command: printf '%s' {bash_command} > ran; true
    timeout: 5000
    continueOnError: false
    prompt: true
`;

  async function decided(
    typed: ((word: string) => string) | undefined,
    {
      before = "",
      waits = 0,
      args = ["decide"],
      event = { event: "pre-bash-execution", bash_command: "it's \u001b[2J x" },
    }: {
      readonly before?: string;
      readonly waits?: number;
      readonly args?: readonly string[];
      readonly event?: object;
    } = {},
  ): Promise<{ readonly screen: string; readonly ran: string | undefined }> {
    const made = folder({
      "~/.mimir/config.yml": HOOK,
      "event.json": JSON.stringify(event),
    });
    try {
      const command = `cd ${made.path} && HOME=${made.home} ${process.execPath} ${commandArgs().join(" ")} ${args.join(" ")} < event.json`;
      const screen = await onTerminal(command, typed, before, waits);
      const ran = path.join(made.path, "ran");
      return { screen, ran: existsSync(ran) ? readFileSync(ran, "utf8") : undefined };
    } finally {
      made.remove();
    }
  }

  test("the final command is shown with its value, and runs when y is typed, also after the hook's own time", async () => {
    const { screen, ran } = await decided(() => "y", { waits: 5_500 });
    expect(screen).toContain(String.raw`| printf '%s' 'it'\''s \u{1b}[2J x' > ran; true`);
    expect(ran).toBe("it's \u001b[2J x");
    expect(screen).toContain("abstain");
  }, 60_000);

  test("what was typed before approves nothing, and anything but y denies", async () => {
    for (const typed of ["n", "yes"]) {
      const { screen, ran } = await decided(() => typed, { before: "y\ryes\ry\r" });
      expect(ran).toBeUndefined();
      expect(screen).toContain("the user declined to run it");
    }
  }, 60_000);

  test("a y with more behind it is of a paste, and approves nothing", async () => {
    const { screen, ran } = await decided(() => "y\ry\rls");
    expect(ran).toBeUndefined();
    expect(screen).toContain("no answer to whether to run it");
  }, 60_000);

  test("on the agent's own terminal y approves nothing: it may be for the agent", async () => {
    const payload = {
      session_id: "s1",
      transcript_path: "/t",
      cwd: "/",
      hook_event_name: "PreToolUse",
      permission_mode: "default",
      tool_name: "Bash",
      tool_use_id: "t1",
      tool_input: { command: "ls" },
    };
    const asked = ["hook", "claude-code", "--daemon", "off"];
    const by = (typed: (word: string) => string): ReturnType<typeof decided> =>
      decided(typed, { args: asked, event: payload });
    const declined = await by(() => "y");
    expect([declined.ran, declined.screen]).toEqual([
      undefined,
      expect.stringMatching(/type [a-z]{6} to let it run[^]*"deny"/),
    ]);
    expect((await by((word) => word)).ran).toBe("ls");
  }, 60_000);
});

import type { ApprovalRequest } from "@gatehouse/runtime";
import { execFile, spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { approveOnTerminal } from "../src/commands/approve-on-terminal.js";

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

/** Asks once, with a person who types this. */
async function answered(typed: string | undefined, one: ApprovalRequest = request): Promise<unknown> {
  return approveOnTerminal({ ask: () => Promise.resolve(typed) })(one, { signal });
}

test.each(["y", "Y", "yes", " YES "])("`%s` approves exactly what was shown", async (typed) => {
  expect(await answered(typed)).toEqual({ kind: "approved", hash: request.hash });
});

test.each(["", "n", "no", "yep", "y y", "1", "true", undefined])("`%s` does not", async (typed) => {
  expect(await answered(typed)).toMatchObject({ kind: "declined" });
});

test("the whole command is shown, and nothing in it drives the terminal", async () => {
  let shown = "";
  await approveOnTerminal({
    ask: (question) => {
      shown = question;
      return Promise.resolve("n");
    },
  })(request, { signal });
  expect(shown).toContain('make deploy\\u{1b}[2K\\u{202e} "--to" "prod env" (in /srv) (with TARGET=prod)');
  expect(shown).toContain("[y/N]");
});

test("a command too long to be shown whole is not approved, and nobody is asked", async () => {
  expect(await answered("y", { ...request, command: "x".repeat(10_000) })).toMatchObject({
    kind: "declined",
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
  const approve = approveOnTerminal({ ask: () => new Promise((resolve) => open.push(resolve)) });
  const first = approve(request, { signal });
  const second = approve({ ...request, hash: "b".repeat(64) }, { signal });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(open.length).toBe(1);
  open[0]?.("n");
  expect(await first).toMatchObject({ kind: "declined" });
  await new Promise((resolve) => setTimeout(resolve, 5));
  open[1]?.("y");
  expect(await second).toEqual({ kind: "approved", hash: "b".repeat(64) });
});

const root = path.resolve(import.meta.dirname, "../../..");
const tsx = path.join(root, "node_modules/tsx/dist/esm/index.mjs");

/** The command that asks on its terminal, and waits this many milliseconds for the answer. */
function asking(ms: number): string {
  const user = path.join(import.meta.dirname, "terminal-user.ts");
  return `${process.execPath} --conditions=@gatehouse/source --import ${tsx} ${user} ${ms} < /dev/null`;
}

/** Runs a command on a real terminal, which `script` makes; a person types when asked. */
function onTerminal(command: string, typed: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("script", ["-qec", command, "/dev/null"], { stdio: ["pipe", "pipe", "inherit"] });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const asked = !out.includes("[y/N]") && `${out}${text}`.includes("[y/N]");
      out += text;
      if (asked && typed !== undefined) child.stdin.write(`${typed}\r`);
    });
    child.on("error", reject);
    child.on("close", () => resolve(out));
  });
}

test("a real terminal, though standard input is something else", async () => {
  expect(await onTerminal(asking(60_000), "y")).toContain('"kind":"approved"');
  expect(await onTerminal(asking(60_000), "")).toContain('"why":"declined"');
});

test("nobody types: when the time is up it is a no; without a terminal at once", async () => {
  expect(await onTerminal(asking(300), undefined)).toContain('"why":"unanswered"');
  const { stdout } = await promisify(execFile)("setsid", ["--wait", "sh", "-c", asking(60_000)]);
  expect(stdout).toContain('"why":"headless"');
});

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Runs git, as a user without settings. */
export function git(cwd: string, ...args: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
    cwd,
    env: { PATH: process.env["PATH"], GIT_CONFIG_NOSYSTEM: "1", HOME: "/nonexistent" },
    stdio: "pipe",
  });
}

/** Writes files below a folder. */
export function write(base: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, name)), { recursive: true });
    writeFileSync(join(base, name), text);
  }
}

/** A policy that denies commands with a word, and says the word. */
export function denies(word: string): string {
  return `version: 1\npolicies:\n  - id: ${word}\n    events: before_tool_call\n    when: params.command.includes("${word}")\n    deny: the policy of ${word}\n`;
}

/** Makes a repository of a folder, with what is in it committed. */
export function makeRepository(path: string): void {
  git(path, "init", "-q");
  git(path, "add", ".");
  git(path, "commit", "-q", "--allow-empty", "-m", "one");
}

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../hook/hook-under-test.js";
import type { SessionPlace } from "../session/session-place.js";

/** A file that is only seen in a listing. */
export const LISTED = "seen-in-a-listing.txt";

/** A file that is read, and edited. */
export const NOTES = {
  file: "notes.md",
  kept: "a line that only the notes have",
  replaced: "a line that is old",
} as const;

/** What the test of the project prints, in two parts in its source: reading that shows something else. */
export const TEST_OUTPUT = "the test of the project: passed";

/** A word in one of its sources. */
export const NEEDLE = "TODO";

/** The key in the home. */
export const SECRET = "the-private-key-of-the-user";

/** A small project with a repository, in a home with a private key. */
export function makeProject({ project, home }: SessionPlace, env: Environment): void {
  const write = (folder: string, file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const [first = "", second = ""] = TEST_OUTPUT.split(": ");
  write(project, LISTED, "");
  write(project, NOTES.file, `# Notes\n\n${NOTES.kept}\n${NOTES.replaced}\n`);
  write(project, "src/app.ts", `// ${NEEDLE}: more\nexport const one = 1;\n`);
  write(
    project,
    "test.mjs",
    `console.log([${JSON.stringify(first)}, ${JSON.stringify(second)}].join(": "));\n`,
  );
  write(project, "package.json", JSON.stringify({ name: "app", scripts: { test: "node test.mjs" } }));
  write(home, ".ssh/id_rsa", `${SECRET}\n`);
  const git = (...args: readonly string[]): void => {
    execFileSync("git", args, { cwd: project, env, stdio: "ignore" });
  };
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "first");
}

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromSource, gatehouse } from "../../../../test/e2e/spawn-cli.js";
import { isBuilt } from "../../../../test/is-built.js";
import { type Folder, folder, type Ran } from "../run-cli.js";

const PACKAGES = join(import.meta.dirname, "../../..");
/** What lets a process of the command that runs from source start another one. */
const [condition = "", , tsx = ""] = fromSource("");

/** A file of hooks: each does something else. */
export const HOOKS = `
import { Command, llmGate, on, Signal } from "@gatehouse-hooks/hooks";
console.log("noise that must not become the answer");
process.stdout.write('{"decision":"approve"}');
export const hooks = [
  on("PreToolUse", { id: "no-curl", onlyIf: [Command("curl")] }, () => ({ kind: "deny", reason: "no curl" })),
  on("PreToolUse", { id: "heard", signals: [Signal("impossible")] }, ({ triggers }) => ({ kind: "ask", reason: triggers.join() })),
  on("PostToolUse", { id: "remind", maxFires: 2 }, () => ({ kind: "warn", reason: "remember the tests" })),
  on("PostToolUse", { id: "fragile" }, ({ event }) => {
    if (event.params.command === "loop") for (;;);
    if (event.params.command === "exit") process.exit(0);
    if (event.params.command === "throw") throw new Error("broken hook");
  }),
];
export const gate = llmGate("Is the agent making excuses?", { id: "excuses", message: "Excuse detected", signals: [Signal("impossible")] });
export const helper = () => 1;
export default hooks;
`;

/** A home in which `@gatehouse-hooks/hooks` is installed below `~/.gatehouse`, and files beside it. */
export function hooksHome(files: Readonly<Record<string, string>>): Folder {
  const home = folder(files);
  const modules = join(home.home, ".gatehouse", "node_modules", "@gatehouse-hooks");
  mkdirSync(modules, { recursive: true });
  symlinkSync(join(PACKAGES, "hooks"), join(modules, "hooks"));
  return home;
}

/** Writes a transcript of Claude Code's, and gives its path. */
export function transcript({ path }: Folder, ...texts: readonly string[]): string {
  const file = join(path, "session.jsonl");
  const line = (type: string, text: string): string =>
    `${JSON.stringify({ type, sessionId: "s", uuid: "u", message: { role: type, content: [{ type: "text", text }] } })}\n`;
  writeFileSync(file, line("user", "go") + texts.map((text) => line("assistant", text)).join(""));
  return file;
}

/** A payload of Claude Code's. */
export function payload(name: string, more: object = {}): string {
  return JSON.stringify({
    session_id: "s1",
    transcript_path: "/nonexistent/t.jsonl",
    cwd: "/work",
    hook_event_name: name,
    permission_mode: "default",
    ...(/^(?:Pre|Post)Tool/.test(name)
      ? { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t1", tool_response: {} }
      : {}),
    ...more,
  });
}

/** Runs `gatehouse hook AGENT --hooks …` in a process of its own, which starts others: built, where it is, as that is much quicker. */
export async function hookWith(
  home: Folder,
  files: readonly string[],
  stdin: string,
  { agent = "claude-code", env = {}, args = [] as readonly string[] } = {},
): Promise<Ran> {
  const { code, stdout, stderr } = await gatehouse(
    ["hook", agent, ...files.flatMap((file) => ["--hooks", file]), ...args],
    {
      cwd: home.path,
      stdin,
      env: {
        HOME: home.home,
        ...(!isBuilt() && { NODE_OPTIONS: `${condition} --import ${tsx}` }),
        ...env,
      },
    },
  );
  return { code: code ?? -1, stdout, stderr };
}

/** What an answer for Claude Code says of the call; `none`: nothing. */
export const permission = ({ stdout }: Ran): unknown =>
  stdout === ""
    ? "none"
    : (JSON.parse(stdout) as { readonly hookSpecificOutput?: Record<string, unknown> }).hookSpecificOutput?.[
        "permissionDecision"
      ];

/** A payload of a shell command. */
export const bash = (command: string, more: object = {}): string =>
  payload("PreToolUse", { tool_input: { command }, ...more });

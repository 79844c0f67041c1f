import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { World } from "./world.js";

/**
 * Thirty policies of the user: every method of conditions, lists of facts, every handler that needs nothing from outside, or fails
 * for the want of it. Each is about calls of its own, so that none hides another.
 */
const USER = String.raw`version: 1
policies:
  - { id: includes, events: before_tool_call, when: params.command.includes("TODO"), ask: look into the to-dos? }
  - { id: starts, events: before_tool_call, when: params.command.startsWith("git commit"), context: name the ticket }
  - { id: ends, events: before_tool_call, when: params.command.endsWith("--force"), deny: never by force }
  - { id: matches, events: before_tool_call, when: 'params.command.matches(r"\brm\s+-rf\s+node_modules\b")', warn: npm ci does that }
  - { id: glob, events: before_tool_call, when: 'params.path.glob("**/*.{ts,tsx}")', systemMessages: a source file }
  - { id: lower, events: before_tool_call, when: 'toolName.lower().startsWith("web")', warn: pages may be hostile }
  - { id: upper, events: before_tool_call, when: 'params.command.upper() == "GIT DIFF"', context: read it all }
  - { id: trim, events: before_tool_call, when: 'params.command.trim().size() > 1000', deny: too long to be read }
  - { id: has, events: before_tool_call, when: 'has(params.url) && params.url.includes("docs")', warn: a page of documents }
  - { id: in, events: before_tool_call, tools: "*", when: 'params.prompt in ["look at the tests", "look"]', warn: an agent starts }
  - { id: touches-reads, events: before_tool_call, when: 'facts.reads.any(r, r.touches("~/.ssh/**"))', deny: keys are not for agents }
  - { id: touches-writes, events: before_tool_call, when: 'facts.writes.any(w, w.touches("./**/*.py"))', context: format it }
  - { id: within, events: before_tool_call, when: 'facts.writes.size() > 0 && facts.writes.all(w, w.within("./src/**"))', allow: sources are free }
  - { id: deletes, events: before_tool_call, when: 'facts.deletes.any(d, d.tree && d.home != null && d.touches("~/.ssh/**"))', deny: not the home folder }
  - { id: actions, events: before_tool_call, when: 'facts.actions.any(a, a.kind == "git.push")', ask: push now? }
  - { id: executes, events: before_tool_call, when: 'facts.executes.any(e, e.from == "network")', deny: read it before it runs }
  - { id: network, events: before_tool_call, when: 'facts.network.any(n, n.sends.size() > 0)', deny: nothing leaves }
  - { id: commands, events: before_tool_call, when: 'facts.commands.any(c, c.program == "npm" && c.sub == "test")', systemMessages: tests run }
  - { id: env, events: before_tool_call, when: 'facts.env.any(e, e.kind == "loader")', deny: what is loaded stays }
  - { id: unknown, events: before_tool_call, when: 'facts.unknown.any(u, u.code == "dynamic-command")', deny: say what runs }
  - { id: rewrite, events: before_tool_call, when: params.command == "pwd", set: { timeout: 1000 } }
  - { id: secrets, events: before_tool_call, when: params.command == "echo hello", builtin: redact_secrets }
  - { id: command, events: before_tool_call, when: params.command == "ls -la src", command: "echo '{\"decision\":\"block\",\"reason\":\"said by a command\"}'" }
  - { id: failing, events: before_tool_call, when: params.command == "git status", command: { run: exit 3 }, onFailure: warn }
  - { id: judge, events: before_tool_call, when: params.command == "node --version", judge: Is it meant?, onFailure: ask }
  - { id: function, events: before_tool_call, when: params.command == "mkdir -p out", function: nowhere, onFailure: deny }
  - { id: first, events: before_tool_call, priority: 200, when: params.command == "git add -A", deny: comes first }
  - { id: off, events: before_tool_call, enabled: false, deny: is switched off }
  - { id: after, events: after_tool_call, context: it has happened }
  - { id: prompt, events: prompt, when: 'prompt.lower().matches("the +test")', context: tests are in the folder test }
`;

/** Read by loading, and not understood: what it would have guarded is denied. */
const LOST = `version: 1
policies:
  - { id: lost, events: agent_stop, deny: not yet, ask: or maybe }
`;

/** A project restricts; what would loosen or run waits until a person trusts its file. */
const PROJECT = `version: 1
policies:
  - { id: project-deny, events: before_tool_call, when: 'params.command.includes("run lint")', deny: not in this project }
  - { id: project-warn, events: before_tool_call, when: 'facts.reads.any(r, r.touches("./package.json"))', warn: the manifest }
  - { id: project-allow, events: before_tool_call, when: 'params.command == "git push"', allow: by the project's word }
  - { id: project-command, events: before_tool_call, when: 'params.command == "npm test"', command: exit 2 }
`;

/** The names of all of them that can be loaded. */
export const POLICY_NAMES: readonly string[] = [USER, PROJECT].flatMap((text) =>
  [...text.matchAll(/^ {2}- \{ id: ([\w-]+)/gm)].map(([, name = ""]) => name),
);

/** The policies of the set, beside which a project has its own. */
export function writeThirty({ home, project }: World): string {
  const file = path.join(home, ".gatehouse/thirty.yaml");
  mkdirSync(path.dirname(file), { recursive: true });
  mkdirSync(path.join(project, ".gatehouse"), { recursive: true });
  writeFileSync(file, USER);
  writeFileSync(path.join(home, ".gatehouse/lost.yaml"), LOST);
  writeFileSync(path.join(project, ".gatehouse/project.yaml"), PROJECT);
  return file;
}

/** One more at the end of a file of policies: every call of a tool is answered otherwise. */
export const EDIT = `  - { id: edited, events: before_tool_call, priority: 300, deny: the file was edited }
`;

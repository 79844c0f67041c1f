import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PlannedChange, InitScope } from "./plan-change.js";
import { readTarget } from "./target-file.js";

/** A first policy file: packs, and how they are changed. */
export const FIRST_RULE = `# Policies of Gatehouse. See them: gatehouse list. What a command may do, and which pack looks at what:
# gatehouse facts 'rm -rf build', gatehouse packs, gatehouse packs git.
version: 1
extends:
  - pack/destructive
  - pack/git
  - pack/secrets
  - pack/exfiltration
  - pack/remote-code

# A policy of yours with the name of one of a pack takes its place. This one asks where pack/git denies.
policies:
  - id: git/drop
    description: Stashes and branches that are not merged are dropped after a question
    events: before_tool_call
    when: facts.actions.any(a, a.kind in ["git.stash-drop", "git.branch-delete"])
    ask: this drops commits that nothing else may name
    tests:
      - { event: { toolName: Bash, params: { command: git stash drop } }, expect: ask }
      - { event: { toolName: Bash, params: { command: "sh -c 'git branch -D topic'" } }, expect: ask }
      - { event: { toolName: Bash, params: { command: git stash list } }, expect: skip }
`;

/** The file of a first rule; undefined where the place has policies already. */
export function planFirstRule(home: string, scope: InitScope): PlannedChange | undefined {
  const folder = join(scope.kind === "user" ? home : scope.folder, ".gatehouse");
  if (
    existsSync(folder) &&
    readdirSync(folder).some((name) => /\.(ya?ml|json)$/i.test(name) && name !== "trust.json")
  )
    return undefined;
  const file = readTarget(join(folder, "first.yaml"));
  return { agent: "rule", file, next: new TextEncoder().encode(FIRST_RULE) };
}

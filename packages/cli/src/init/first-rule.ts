import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PlannedChange, InitScope } from "./plan-change.js";
import { readTarget } from "./target-file.js";

/** A first policy file, whose tests run. */
export const FIRST_RULE = `# Policies of Gatehouse. See them: gatehouse list. Run the tests in this file: gatehouse test <this file>
version: 1
policies:
  - id: no-recursive-delete-of-roots
    description: A slip of a path must not delete the home folder or the whole disk
    events: [before_tool_call]
    when: params.command.matches("\\\\brm\\\\s+(-\\\\w+\\\\s+)*-\\\\w*[rR]\\\\w*\\\\s+(-\\\\S+\\\\s+)*['\\"]?(/|~|\\\\$HOME|\\\\.\\\\.)/?\\\\*?['\\"]?(\\\\s|$|[;&|])")
    deny: this would delete everything below the root, the home folder or the parent folder; name the files to delete
    tests:
      - { event: { event: before_tool_call, toolName: Bash, params: { command: rm -rf / } }, expect: deny }
      - { event: { event: before_tool_call, toolName: Bash, params: { command: rm -rf ~ } }, expect: deny }
      - { event: { event: before_tool_call, toolName: Bash, params: { command: rm -rf node_modules } }, expect: skip }

  - id: ask-before-force-push
    description: A forced push replaces what others have
    events: [before_tool_call]
    when: params.command.matches("\\\\bgit\\\\s+([^;&|]*\\\\s)?push\\\\s+([^;&|]*\\\\s)?(--force|-f)(\\\\s|$)")
    ask: a forced push replaces what others may have fetched
    tests:
      - { event: { event: before_tool_call, toolName: Bash, params: { command: git push --force } }, expect: ask }
      - { event: { event: before_tool_call, toolName: Bash, params: { command: git push } }, expect: skip }
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

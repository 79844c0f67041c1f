import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import type { Facts } from "@gatehouse-hooks/facts";
import type { Issue } from "@gatehouse-hooks/json";
import { lateProgramFacts } from "@gatehouse-hooks/local/facts";
import { commandEvent } from "../rows/facts-row.js";
import type { Context } from "@gatehouse-hooks/local";

/** What is deleted there is nobody's work. */
const TEMPORARY = /^(?:\/private)?(?:\/var)?\/tmp\/./;

/**
 * Warnings of policies whose own command does what no hook should: it runs with all rights of the user, and nobody looks at it again.
 *
 * @param policies as they are written, also those whose file is not trusted yet
 */
export function hookCommandIssues(
  { io, settings }: Context,
  policies: readonly PolicyDefinition[],
): readonly Issue[] {
  const commands = policies.filter(({ enabled, handler }) => enabled !== false && handler.kind === "command");
  if (commands.length === 0) return [];
  const { factsAt } = lateProgramFacts();
  const place = { home: io.home, project: settings.project, isOfProject: true };
  return commands.flatMap((policy) => {
    const { handler } = policy;
    if (handler.kind !== "command" || handler.args !== undefined) return [];
    const facts = factsAt(place, commandEvent(handler.command, { cwd: settings.project }));
    return harms(facts).map((what) => warning(policy, what));
  });
}

function harms({ deletes, executes }: Facts): readonly string[] {
  const outside = deletes.find(
    ({ path, local, home }) =>
      path?.startsWith("/") === true && local === null && (home !== null || !TEMPORARY.test(path ?? "")),
  );
  return [
    ...(outside === undefined ? [] : [`deletes \`${outside.path ?? ""}\`, which is not in the project`]),
    ...(executes.some(({ from }) => from === "network") ? ["runs what it downloads"] : []),
  ];
}

function warning({ id, source }: PolicyDefinition, what: string): Issue {
  return {
    severity: "warning",
    code: "dangerous-command",
    message: `the command of \`${id}\` ${what}`,
    cure: "name files of the project, and run what is kept there and has been read",
    ...(source !== undefined && { path: source.path }),
    ...(source?.line !== undefined && { line: source.line }),
  };
}

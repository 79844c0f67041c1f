import { findInvisible, visibleName } from "../text/characters.js";
import { fieldProblem } from "../text/field-problems.js";
import { nearEvents } from "../text/near-events.js";
import { quote } from "../text/quote.js";
import { riskyVariable } from "../text/risky-environment.js";
import { whyLost } from "../text/why-lost.js";
import type { DocumentPath } from "../yaml/document.js";
import type { PolicyFileContext } from "./file-context.js";
import { readTools } from "./read-tools.js";
import type { PolicyShape } from "./shape.js";
import { GLOB } from "./tools-condition.js";

/**
 * Reports what is odd in a policy that is in force.
 *
 * @param couldDeny a misspelt event then loses a guard
 */
export function reportDetails(
  shape: PolicyShape,
  events: readonly string[],
  path: DocumentPath,
  couldDeny: boolean,
  file: PolicyFileContext,
): void {
  reportNames(shape, path, file);
  reportEvents(events, path, couldDeny, file);
  reportEnvironment(shape, path, file);
  reportUses(shape, events, path, file);
}

function reportNames(shape: PolicyShape, path: DocumentPath, { document, report }: PolicyFileContext): void {
  const id = visibleName(shape.id);
  if (id !== shape.id) {
    report.add(document.valueAt([...path, "id"]), {
      code: "invisible-character",
      message: `the id holds a character that cannot be seen; the policy is called ${quote(id)}`,
      cure: "write the id in visible characters",
    });
  }
  const hidden = findInvisible(shape.judge?.prompt ?? "");
  if (hidden !== null) {
    report.add(document.valueAt([...path, "judge", "prompt"]), {
      severity: "warning",
      code: "invisible-character",
      message: `the prompt holds the invisible character ${hidden.shown}, which may hide an instruction to the judge`,
      cure: "remove it",
    });
  }
}

/** The most events of one policy (engine, "Policy"). */
const MAX_EVENTS = 100;

/** The policy listens to what was written; a stand-in guards what was probably meant. */
function reportEvents(
  events: readonly string[],
  path: DocumentPath,
  couldDeny: boolean,
  { document, report }: PolicyFileContext,
): void {
  // More than a policy may list are a separate error.
  for (const event of events.slice(0, MAX_EVENTS)) {
    const near = nearEvents(event);
    const [meant] = near;
    if (meant === undefined) continue;
    const at = document.valueAt([...path, "events"]);
    const message = `no agent sends an event ${quote(event)}`;
    const cure = `did you mean ${quote(meant)}?`;
    report.add(at, {
      code: "unknown-event",
      message: `${message}; the policy waits for it all the same`,
      cure,
    });
    report.lose(couldDeny ? near : [], whyLost({ message, cure }), at);
  }
}

function reportEnvironment(
  { command }: PolicyShape,
  path: DocumentPath,
  { document, report }: PolicyFileContext,
): void {
  for (const name of Object.keys(command?.env ?? {})) {
    const decides = riskyVariable(name);
    if (decides === null) continue;
    report.add(document.keyAt([...path, "command", "env", name]), {
      severity: "warning",
      code: "risky-environment",
      message: `${quote(name)} ${decides}`,
      cure: "write the whole path of the program into `run`, and leave the variable out",
    });
  }
}

/** What the judge may see and no event carries. */
function reportUses(
  { judge, tools }: PolicyShape,
  events: readonly string[],
  path: DocumentPath,
  { document, report }: PolicyFileContext,
): void {
  const names = tools === undefined ? null : readTools(tools).tools;
  const named = names?.some((name) => GLOB.test(name)) === true ? null : names;
  judge?.uses?.forEach((used, index) => {
    const problem = fieldProblem({ path: used.split(".") }, { events, tools: named });
    if (problem !== null) report.add(document.valueAt([...path, "judge", "uses", index]), problem);
  });
}

import { findInvisible, visibleName } from "../text/characters.js";
import { fieldProblem } from "../text/field-problems.js";
import type { ReadEventNames } from "../names/read-event-names.js";
import { type Problem, whyLost } from "../text/report.js";
import { cite } from "../text/cite.js";
import { riskyVariable } from "../text/risky-environment.js";
import type { DocumentPath } from "../yaml/document.js";
import { ambiguousEvent, unknownEvent, unmatchedEvent } from "./event-problems.js";
import type { PolicyFileContext } from "./file-context.js";
import { eventsMeantBy } from "./lost-events.js";
import { readFrom } from "../names/read-from.js";
import { readTools } from "./read-tools.js";
import type { PolicyShape } from "./shape.js";
import { GLOB_SIGN } from "./tools-condition.js";

/**
 * Reports what is odd in a policy that is in force.
 *
 * @param couldDeny a misspelt event then loses a guard
 */
export function reportDetails(
  shape: PolicyShape,
  read: ReadEventNames,
  path: DocumentPath,
  couldDeny: boolean,
  file: PolicyFileContext,
): void {
  reportNames(shape, path, file);
  reportEvents(read, path, couldDeny, file);
  reportEnvironment(shape, path, file);
  reportUses(shape, read, path, file);
}

function reportNames(shape: PolicyShape, path: DocumentPath, { document, report }: PolicyFileContext): void {
  const id = visibleName(shape.id);
  if (id !== shape.id) {
    report.add(document.valueAt([...path, "id"]), {
      code: "invisible-character",
      message: `the id holds a character that cannot be seen; the policy is called ${cite(id)}`,
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

/** The most names that are reported; more than a policy may list are a separate error. */
const MAX_EVENTS = 100;

/** The policy listens to what was written; a stand-in guards what was probably meant. */
function reportEvents(
  { unknown, unmatched, ambiguous }: ReadEventNames,
  path: DocumentPath,
  couldDeny: boolean,
  { document, report, names, own }: PolicyFileContext,
): void {
  const at = document.valueAt([...path, "events"]);
  const lose = (name: string, { message, cure }: Problem): void => {
    report.lose(couldDeny ? eventsMeantBy([name], names, own.events) : [], whyLost({ message, cure }), at);
  };
  for (const name of unknown.slice(0, MAX_EVENTS)) {
    const problem = unknownEvent(name, own.events);
    report.add(at, { ...problem, message: `${problem.message}; the policy waits for it all the same` });
    lose(name, problem);
  }
  for (const pattern of unmatched.slice(0, MAX_EVENTS)) {
    const problem = unmatchedEvent(pattern);
    report.add(at, { ...problem, message: `${problem.message}; the policy waits for its other events` });
    lose(pattern, problem);
  }
  for (const twofold of ambiguous.slice(0, MAX_EVENTS)) {
    const problem = ambiguousEvent(twofold);
    report.add(at, { ...problem, message: `${problem.message}; the policy waits for all of them` });
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
      message: `${cite(name)} ${decides}`,
      cure: "write the whole path of the program into `run`, and leave the variable out",
    });
  }
}

/** What the judge may see and no event carries. */
function reportUses(
  { judge, tools }: PolicyShape,
  read: ReadEventNames,
  path: DocumentPath,
  { document, report, own }: PolicyFileContext,
): void {
  const names = tools === undefined ? null : readTools(tools, own.tools).tools;
  const named = names?.some((name) => GLOB_SIGN.test(name)) === true ? null : names;
  judge?.uses?.forEach((used, index) => {
    const problem = fieldProblem({ path: used.split(".") }, readFrom(read, named));
    if (problem !== null) report.add(document.valueAt([...path, "judge", "uses", index]), problem);
  });
}

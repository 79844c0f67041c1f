import { isRecord, type JsonValue } from "@gatehouse-hooks/json";
import { checkShape } from "../check-shape.js";
import type { PolicyFileContext } from "../file-context.js";
import type { PolicyTest } from "../policy-test.js";
import { readTest } from "../read-test.js";
import { sessionSchema } from "../schema.js";
import { durationMs } from "./memory-schema.js";

/** Between two steps, where nothing is said. */
const AFTER_MS = 1_000;

/**
 * Reads the sessions of a native file (SPEC, "Tests"): their steps as tests, in order. A session with a step that is wrong is left out, for the steps
 * behind it would be of another session.
 */
export function readSessions(given: readonly unknown[], file: PolicyFileContext): readonly PolicyTest[] {
  return given.flatMap((one, index) => {
    const path = ["sessions", index];
    const { document, report } = file;
    const { value, problems } = checkShape(sessionSchema, one, () => "session");
    for (const { path: inner, atKey, ...problem } of problems) {
      const at = [...path, ...inner];
      const message = `${problem.message}; the session is left out`;
      report.add(atKey ? document.keyAt(at) : document.valueAt(at), { ...problem, message });
    }
    if (value === null || problems.length > 0) return [];
    const name = value.name ?? `session ${index + 1}`;
    const steps = value.steps.map((step, at) => readStep(step, [...path, "steps", at], name, index, file));
    return steps.every((step) => step !== null) ? steps : [];
  });
}

function readStep(
  given: JsonValue,
  path: readonly (string | number)[],
  name: string,
  number: number,
  file: PolicyFileContext,
): PolicyTest | null {
  const { after: written, ...test } = isRecord(given) ? given : {};
  const after = written === undefined ? AFTER_MS : durationMs(written);
  if (after === null) {
    file.report.add(file.document.valueAt([...path, "after"]), {
      code: "invalid-value",
      message: "`after`: expected a time such as 30m or 24h; the session is left out",
      cure: "for example `after: 24h`",
    });
    return null;
  }
  const read = readTest(test, path, null, file);
  const step = `${name}, step ${Number(path.at(-1)) + 1}`;
  return read === null
    ? null
    : { ...read, name: "name" in test ? `${step}: ${read.name}` : step, session: { number, after } };
}

import type { Level } from "./schema.js";

/** The places of the mappings of a level, for a key that belongs to another level. */
export const LEVEL_PLACES: Readonly<Record<Level, string>> = {
  file: "at the start of the file",
  set: "in a set, below `sets`",
  cell: "in a cell, below `memory`",
  trigger: "in an event of a cell, below `memory`",
  source: "in an event of a source, below `origins`",
  policy: "in a policy, below `policies`",
  judge: "inside `judge`",
  command: "inside `command`",
  builtin: "inside `builtin`",
  function: "inside `function`",
  session: "in a session, below `sessions`",
  test: "in a test, below `tests`",
  expect: "inside `expect`",
  answer: "inside an answer",
};

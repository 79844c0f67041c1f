import { objectTypeOf } from "./join-types.js";
import { MISSING, optional, type ValueType } from "./value-type.js";

const TEXT: ValueType = { string: true };
const TEXT_OR_NULL: ValueType = { string: true, null: true };
const TEXTS: ValueType = { list: TEXT };
const FLAG: ValueType = { boolean: true };
const COMMON = {
  place: oneOfTexts("here", "remote", "container"),
  certainty: oneOfTexts("exact", "maybe", "unknown"),
  span: { list: { number: true } },
} as const;
const BY = { ...COMMON, by: TEXT };

const PATH = closed({
  ...BY,
  path: TEXT_OR_NULL,
  home: TEXT_OR_NULL,
  local: TEXT_OR_NULL,
  tree: FLAG,
  op: oneOfTexts("content", "mode", "link", "create", "move", "config"),
  list: FLAG,
  append: FLAG,
  linksChecked: FLAG,
  homeGuessed: optional(FLAG),
  folds: optional(FLAG),
  wild: optional(oneOfTexts("set", "name")),
});

/** What a tool call may do (`facts`), as the package of facts documents it. */
export const FACTS_TYPE: ValueType = closed({
  complete: FLAG,
  unknown: { list: closed({ code: TEXT, text: TEXT, span: COMMON.span }) },
  commands: {
    list: closed({
      ...COMMON,
      program: TEXT_OR_NULL,
      name: TEXT,
      args: TEXTS,
      flags: TEXTS,
      values: optional(TEXTS),
      operands: TEXTS,
      sub: TEXT,
      via: TEXTS,
      cwd: TEXT_OR_NULL,
      input: oneOfTexts("none", "pipe", "file", "here", "network"),
    }),
  },
  reads: { list: PATH },
  writes: { list: PATH },
  deletes: { list: PATH },
  network: {
    list: closed({
      ...BY,
      url: TEXT_OR_NULL,
      host: TEXT_OR_NULL,
      port: { number: true, null: true },
      scheme: TEXT_OR_NULL,
      direction: oneOfTexts("in", "out", "both", "listen"),
      sends: { list: { ...PATH, string: ["environment", "variable", "data", "unknown"] } },
    }),
  },
  executes: {
    list: closed({
      ...BY,
      from: oneOfTexts("network", "decoded", "file", "stdin", "inline", "package"),
      lang: TEXT,
      path: TEXT_OR_NULL,
      text: TEXT_OR_NULL,
    }),
  },
  actions: {
    list: closed({
      ...BY,
      kind: TEXT,
      target: TEXT_OR_NULL,
      remote: optional(TEXT_OR_NULL),
      branch: optional(TEXT_OR_NULL),
    }),
  },
  tables: optional({
    list: closed({ ...BY, name: TEXT, does: oneOfTexts("reads", "writes", "drops") }),
  }),
  env: {
    list: closed({
      name: TEXT,
      value: TEXT_OR_NULL,
      kind: oneOfTexts("loader", "plain"),
      certainty: COMMON.certainty,
      span: COMMON.span,
    }),
  },
});

function oneOfTexts(...texts: readonly string[]): ValueType {
  return { string: texts };
}

function closed(fields: Readonly<Record<string, ValueType>>): ValueType {
  return { object: objectTypeOf(fields, MISSING, true) };
}

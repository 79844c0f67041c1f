import * as z from "zod";
import { flag, list, openWords, part, text, texts, words } from "../fields.js";

const span = z
  .tuple([z.int().nonnegative(), z.int().nonnegative()])
  .describe("where it is in the command: start and end, in UTF-16 code units");
const certainty = words(["exact", "maybe", "unknown"], "how sure it is");
const place = openWords(["here", "remote", "container"], "where the effect is");
const by = text("what makes it so");
const nullable = (means: string): z.ZodNullable<z.ZodString> => z.string().nullable().describe(means);

const unknownFact = part(
  "unknown-fact",
  "Something that was not understood.",
  z.strictObject({
    code: openWords(
      [
        "syntax",
        "dynamic-command",
        "dynamic-code",
        "dynamic-argument",
        "unknown-program",
        "unknown-option",
        "unknown-subcommand",
        "unknown-tool",
        "unseen",
        "opaque-code",
        "opaque-file",
        "environment",
        "dialect",
        "limit",
      ],
      "why",
    ),
    text: text("what it is, shortened"),
    span,
  }),
);

const commandFact = part(
  "command-fact",
  "A simple command that may run.",
  z.strictObject({
    program: nullable("the last segment of its name; `null`: not known"),
    name: text("the name as given, expanded"),
    args: texts("the arguments"),
    flags: texts("every spelling of every option that is on"),
    values: texts("options with their values, in every spelling: `--namespace=prod`").optional(),
    operands: texts("the arguments that are neither options nor the subcommand"),
    sub: text("the subcommand; may be empty"),
    via: texts("what runs it, outermost first"),
    place,
    cwd: nullable("where it runs; `null`: not known"),
    input: openWords(["none", "pipe", "file", "here", "network"], "where its standard input comes from"),
    certainty,
    span,
  }),
);

const pathFact = part(
  "path-fact",
  "Paths that are read, written or deleted.",
  z.strictObject({
    path: nullable("absolute, a glob; `null`: not known"),
    home: nullable("`~/…` inside of the home folder, else `null`"),
    local: nullable("`./…` inside of the project, else `null`"),
    tree: flag("everything below it, too"),
    op: openWords(["content", "mode", "link", "create", "move", "config"], "what is done to it"),
    list: flag("names or properties are read, not contents"),
    append: flag("what is there is kept"),
    place,
    certainty,
    linksChecked: flag("symbolic links on the way were looked up"),
    homeGuessed: flag("the home folder is only taken for it").optional(),
    folds: flag("names are compared without regard to case").optional(),
    wild: openWords(
      ["set", "name"],
      "it has wildcards, or is a name that one of them is taken to mean",
    ).optional(),
    by,
    span,
  }),
);

const networkFact = part(
  "network-fact",
  "A connection.",
  z.strictObject({
    url: nullable("the address; `null`: not known"),
    host: nullable("its host"),
    port: z.int().nullable().describe("its port"),
    scheme: nullable("its scheme"),
    direction: words(["in", "out", "both", "listen"], "which way content goes; `listen`: others connect"),
    sends: list(
      z.union([pathFact, openWords(["environment", "variable", "data", "unknown"], "")]),
      "what is sent: files, or what is known of the rest",
    ),
    place,
    certainty,
    by,
    span,
  }),
);

const executeFact = part(
  "execute-fact",
  "Code that runs and is not a command of the text itself.",
  z.strictObject({
    from: openWords(["network", "decoded", "file", "stdin", "inline", "package"], "where it comes from"),
    lang: text("`sh`, `python`, `node` …; `binary` for programs"),
    path: nullable("the file, for `file`"),
    text: nullable("the code, where it is known, shortened"),
    place,
    certainty,
    by,
    span,
  }),
);

const actionFact = part(
  "action-fact",
  "An effect that is not a file.",
  z.strictObject({
    kind: text("what it is, for example `git.push-force`; kinds may be added"),
    target: nullable("what it is done to"),
    remote: nullable("of a push: the remote, by name or address").optional(),
    branch: nullable(
      "of a push: the branch that is changed there; `null`: the text does not name one",
    ).optional(),
    place,
    certainty,
    by,
    span,
  }),
);

const tableFact = part(
  "table-fact",
  "A table of a database that a statement of SQL names.",
  z.strictObject({
    name: text("as the statement names it, without quotes"),
    does: openWords(["reads", "writes", "drops"], "`drops`: the table goes, or all that it holds"),
    place,
    certainty,
    by,
    span,
  }),
);

const environmentFact = part(
  "environment-fact",
  "A variable that is set for a command.",
  z.strictObject({
    name: text("its name"),
    value: nullable("its value; `null`: not known"),
    kind: openWords(["loader", "plain"], "`loader`: it changes which code runs"),
    certainty,
    span,
  }),
);

/** What a tool call may do. */
export const facts = part(
  "facts",
  "What a command may do.",
  z.strictObject({
    complete: flag("everything was understood: `unknown` is empty"),
    unknown: list(unknownFact, "what was not understood"),
    commands: list(commandFact, "what may run"),
    reads: list(pathFact, "what may be read"),
    writes: list(pathFact, "what may be written"),
    deletes: list(pathFact, "what may be deleted"),
    network: list(networkFact, "connections"),
    executes: list(executeFact, "code that runs"),
    actions: list(actionFact, "other effects"),
    env: list(environmentFact, "variables that are set"),
    tables: list(tableFact, "tables that statements of SQL name; absent: none").optional(),
  }),
);

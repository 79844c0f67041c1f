/** A list of facts: what it is, and the fields of its elements. */
interface FactText {
  readonly text: string;
  /** The fields of an element; none for what is not a list. */
  readonly fields: readonly string[];
}

const PATH: readonly string[] = [
  "path",
  "home",
  "local",
  "tree",
  "op",
  "list",
  "append",
  "place",
  "certainty",
  "linksChecked",
  "homeGuessed",
  "folds",
  "wild",
  "by",
];

/** What `facts` has (docs/facts.md, "The lists"). */
export const FACT_TEXTS: Readonly<Record<string, FactText>> = {
  complete: { text: "True when everything was understood.", fields: [] },
  unknown: { text: "What was not understood.", fields: ["code", "text"] },
  commands: {
    text: "Every command that may run.",
    fields: [
      "program",
      "name",
      "args",
      "flags",
      "values",
      "operands",
      "sub",
      "via",
      "place",
      "cwd",
      "input",
      "certainty",
    ],
  },
  reads: { text: "The paths that may be read.", fields: PATH },
  writes: { text: "The paths that may be written.", fields: PATH },
  deletes: { text: "The paths that may be deleted.", fields: PATH },
  network: {
    text: "Connections.",
    fields: ["url", "host", "port", "scheme", "direction", "sends", "place", "certainty", "by"],
  },
  executes: {
    text: "Code that runs and is not on the command line.",
    fields: ["from", "lang", "path", "text", "place", "certainty", "by"],
  },
  actions: {
    text: "Effects that are not files, by their kind: git.force-push, cloud.destroy …",
    fields: ["kind", "target", "remote", "branch", "place", "certainty", "by"],
  },
  tables: {
    text: "Tables of databases that statements of SQL name; absent where none does.",
    fields: ["name", "does", "place", "certainty", "by"],
  },
  env: { text: "Variables that are set for a command.", fields: ["name", "value", "kind", "certainty"] },
};

/** The lists whose elements are sets of paths. */
export const PATH_LISTS: ReadonlySet<string> = new Set(["reads", "writes", "deletes"]);

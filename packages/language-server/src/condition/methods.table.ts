/** A method of conditions, as an editor shows it. */
export interface MethodText {
  readonly name: string;
  /** How it is written. */
  readonly form: string;
  readonly text: string;
  /** What it is called on: anything a string or list can be, or the paths of facts. */
  readonly on: "values" | "paths" | "lists";
}

/** The methods of conditions (SPEC of the condition language, "Methods"). */
export const METHODS: readonly MethodText[] = [
  { name: "includes", form: 'includes("…")', text: "The string occurs in it.", on: "values" },
  { name: "startsWith", form: 'startsWith("…")', text: "It begins with the string.", on: "values" },
  { name: "endsWith", form: 'endsWith("…")', text: "It ends with the string.", on: "values" },
  {
    name: "matches",
    form: 'matches(r"…")',
    text: "The pattern matches somewhere in it: RE2 syntax, linear time.",
    on: "values",
  },
  {
    name: "glob",
    form: 'glob("…")',
    text: "The glob matches all of it; `*` does not cross `/`, `**` does.",
    on: "values",
  },
  { name: "lower", form: "lower()", text: "The string in lower case.", on: "values" },
  { name: "upper", form: "upper()", text: "The string in upper case.", on: "values" },
  { name: "trim", form: "trim()", text: "The string without white space at both ends.", on: "values" },
  {
    name: "size",
    form: "size()",
    text: "The length of a string, list or mapping.",
    on: "values",
  },
  {
    name: "any",
    form: "any(x, …)",
    text: "The condition holds for one element of the list.",
    on: "lists",
  },
  {
    name: "all",
    form: "all(x, …)",
    text: "The condition holds for every element of the list, also of an empty one.",
    on: "lists",
  },
  {
    name: "touches",
    form: 'touches("…")',
    text: "The path may be one that the glob names: `~/…` below the home directory, `./…` below the workspace.",
    on: "paths",
  },
  {
    name: "within",
    form: 'within("…")',
    text: "The path is certainly one that the glob names, symbolic links included.",
    on: "paths",
  },
  {
    name: "in",
    form: 'in("…")',
    text: "The path is surely, or by what is spelled of its names, one that the glob names. A second glob is taken out.",
    on: "paths",
  },
  {
    name: "surely",
    form: 'surely("…")',
    text: "Whatever wildcards stand for, the path is one that the glob names, or a tree that holds its folder.",
    on: "paths",
  },
  {
    name: "perhaps",
    form: 'perhaps("…")',
    text: "Only wildcards, unknown parts, or what is below a tree may make the path one that the glob names.",
    on: "paths",
  },
];

/** The most that variables of a makefile become, in characters, and how deep they are within each other. */
const MOST_TEXT = 32_768;
const MOST_DEPTH = 8;
/** Rules that run. */
const MOST_RULES = 100;

interface Rule {
  readonly needs: readonly string[];
  readonly recipe: readonly string[];
}

interface Makefile {
  readonly variables: ReadonlyMap<string, string>;
  readonly rules: ReadonlyMap<string, Rule>;
  /** What is run while the file is read. */
  readonly calls: readonly string[];
  /** The goal where none is given. */
  readonly first: string | null;
}

const ASSIGNMENT = /^(?:(?:export|override|private)[ \t]+)*([\w.-]+)[ \t]*(?::{0,3}|[?+!])=[ \t]*(.*)$/;
const RULE = /^([^\t#:=][^:=]*)::?(?!=)([^;]*)(?:;(.*))?$/;

const SHELL = /\$[({]shell[ \t]+/;

/**
 * The lines of a makefile that goals run, as text of a shell, each in a shell of its own: those of the rules that a goal needs come first.
 * Both sides of a condition count. `null`: it has none of the goals.
 *
 * @param goals with variables that are set for them: `all X=1`
 */
export function recipesOf(text: string, goals: readonly string[], directory: string): string | null {
  const set = goals.filter((one) => one.includes("="));
  const file = readMakefile([...text.replaceAll("\\\n", " ").split("\n"), ...set]);
  const named = goals.filter((one) => !one.includes("=") && !one.startsWith("-"));
  const wanted = named.length > 0 ? named : file.first === null ? [] : [file.first];
  const variables = new Map([
    ["CURDIR", directory],
    ["MAKE", "make"],
    ["SHELL", "/bin/sh"],
    ...file.variables,
  ]);
  const lines: string[] = [];
  const seen = new Set<string>();
  let size = 0;
  const add = (command: string): void => {
    size += command.length;
    if (command !== "" && size <= MOST_TEXT) lines.push(`( ${command}\n)`);
  };
  for (const code of file.calls) add(expandMake(code, variables, MOST_DEPTH));
  const run = (goal: string, depth: number): void => {
    const rule = file.rules.get(goal);
    if (rule === undefined || seen.has(goal) || seen.size >= MOST_RULES || depth > MOST_RULES) return;
    seen.add(goal);
    for (const need of rule.needs) run(need, depth + 1);
    const own = new Map([...variables, ["@", goal], ["<", rule.needs[0] ?? ""], ["^", rule.needs.join(" ")]]);
    for (const line of rule.recipe) add(expandMake(line.replace(/^[ \t@+-]+/, ""), own, MOST_DEPTH));
  };
  for (const goal of wanted) run(goal, 0);
  return lines.length === 0 ? null : lines.join("\n");
}

/** The code of `X != code`, `X := $(shell code)` and `$(shell code)`, which runs while the file is read. Costs what the line is long. */
function calledIn(line: string): string | undefined {
  if (line.startsWith("#")) return undefined;
  const equals = line.indexOf("=");
  const sign = line[equals - 1];
  if (sign === "!") return line.slice(equals + 1);
  const value = sign === ":" ? line.slice(equals + 1) : "";
  return shellCode(value.slice(Math.max(0, value.search(SHELL)))) ?? shellCode(line);
}

/** The code of a text that begins with `$(shell`. */
function shellCode(text: string): string | undefined {
  const lead = SHELL.exec(text);
  const end = Math.max(text.lastIndexOf(")"), text.lastIndexOf("}"));
  return lead?.index === 0 && end > lead[0].length ? text.slice(lead[0].length, end) : undefined;
}

function readMakefile(lines: readonly string[]): Makefile {
  const variables = new Map<string, string>();
  const rules = new Map<string, { needs: string[]; recipe: string[] }>();
  const calls: string[] = [];
  let first: string | null = null;
  let open: { needs: string[]; recipe: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith("\t")) {
      for (const one of open) one.recipe.push(line.slice(1));
      continue;
    }
    const [, name, value = ""] = ASSIGNMENT.exec(line) ?? [];
    const code = calledIn(line);
    if (code !== undefined && calls.length < MOST_RULES) calls.push(code);
    if (name !== undefined) {
      variables.set(name, value);
      if (name === ".DEFAULT_GOAL") first = value.trim();
      continue;
    }
    const [, targets, needs = "", recipe] = RULE.exec(line) ?? [];
    if (targets === undefined) {
      if (/^\S/.test(line) && !/^(?:#|ifn?(?:eq|def)|else|endif)/.test(line)) open = [];
      continue;
    }
    open = wordsOf(expandMake(targets, variables, MOST_DEPTH)).map((target) => {
      let rule = rules.get(target);
      if (rule === undefined) rules.set(target, (rule = { needs: [], recipe: [] }));
      if (first === null && !target.startsWith(".")) first = target;
      rule.needs.push(...wordsOf(expandMake(needs, variables, MOST_DEPTH)).filter((one) => one !== "|"));
      if (recipe !== undefined) rule.recipe.push(recipe);
      return rule;
    });
  }
  return { variables, rules, calls, first };
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[ \t]+/).filter((one) => one !== "");
}

/** Variables in their places; one that the file does not set is one of the environment, and of functions only `shell` is known. */
function expandMake(text: string, variables: ReadonlyMap<string, string>, depth: number): string {
  if (!text.includes("$")) return text;
  let made = "";
  for (let at = 0; at < text.length && made.length <= MOST_TEXT;) {
    const next = text.indexOf("$", at);
    if (next === -1) return (made + text.slice(at)).slice(0, MOST_TEXT);
    made += text.slice(at, next);
    const one = text[next + 1] ?? "";
    if (one !== "(" && one !== "{") {
      made += one === "$" ? "$" : valueOf(one, variables, depth);
      at = next + 2;
      continue;
    }
    const end = closing(text, next + 1);
    made += valueOf(text.slice(next + 2, end), variables, depth);
    at = end + 1;
  }
  return made.slice(0, MOST_TEXT);
}

function valueOf(name: string, variables: ReadonlyMap<string, string>, depth: number): string {
  const known = variables.get(name);
  if (known !== undefined) return depth > 0 ? expandMake(known, variables, depth - 1) : UNKNOWN;
  if (/^[A-Za-z_]\w*$/.test(name)) return `\${${name}}`;
  const code = /^shell\s+(.*)$/s.exec(name)?.[1];
  return code !== undefined && depth > 0 ? `$(${expandMake(code, variables, depth - 1)})` : UNKNOWN;
}

/** What a shell does not know either. */
const UNKNOWN = "$(date)";

/** Where the bracket at `from` ends. */
function closing(text: string, from: number): number {
  const [opens, closes] = text[from] === "(" ? ["(", ")"] : ["{", "}"];
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === opens) depth++;
    else if (text[at] === closes && --depth === 0) return at;
  }
  return text.length;
}

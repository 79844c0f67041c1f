import { PROGRAMS, TOOL_ROWS, createFacts, type Facts } from "../../src/index.js";
import { COMMANDS } from "./commands.table.js";

/*
 * A process of its own: it adds properties to what objects inherit from, and looks whether facts change. Its argument is the maker
 * to try, `real` or `inherits`; it prints what differed.
 */

const VALUES: readonly unknown[] = ["/etc", true];

/**
 * What parts of the reader leave out when they speak to each other, and indexes of lists that are too short: an object that
 * inherits these changes facts. None of them comes from an event or a table.
 */
const BETWEEN_PARTS: ReadonlySet<string> = new Set(
  "name,place,input,span,tree,op,list,append,target,without,assignments,maybe,directories,literal".split(","),
);

function make(): (event: object) => Facts {
  return createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] }).facts;
}

/** An event; a mutant is one that says what it inherits. */
function eventOf(command: string): object {
  const event = {
    event: "before_tool_call",
    toolName: "Bash",
    params: { command },
    workspace: "/w",
    home: "/home/u",
  };
  if (process.argv[2] !== "inherits") return event;
  const all: Record<string, unknown> = {};
  for (const key of ["cwd", "links", ...Object.keys(event)])
    all[key] = (event as Record<string, unknown>)[key];
  return all;
}

function look(facts: (event: object) => Facts): string {
  return JSON.stringify(COMMANDS.map((command) => facts(eventOf(command))));
}

/** Every key of the rows, of facts, and of what the parts of the reader say to each other. */
function keysOf(value: unknown, found: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const one of value) keysOf(one, found);
  else if (typeof value === "object" && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      if (/^[A-Za-z]\w*$/.test(key)) found.add(key);
      keysOf(one, found);
    }
  }
  return found;
}

const facts = make();
const before = look(facts);
let keys = keysOf([TOOL_ROWS, JSON.parse(before)], new Set<string>());
for (const row of PROGRAMS) for (const key of Object.keys(row)) keys.add(key);
for (const { when, also } of PROGRAMS)
  for (const clause of [...(when ?? []), ...(also ?? [])])
    for (const key of Object.keys(clause)) keys.add(key);
for (const key of "clean,dialect,arguments,offset,wide,form,dots,braces,parts,keyed,entries,exported,attribute,values,negated,index,operation,prefix,links,platform,cwd,working_dir,project_dir,command".split(
  ",",
))
  keys.add(key);
for (const key of BETWEEN_PARTS) keys.delete(key);
// One key shows that a mutant is caught.
if (process.argv[2] === "inherits") keys = new Set(["cwd"]);

/** Keys that are put there together: only where that changes something, each is tried alone. */
const TOGETHER = 16;

/** Whether facts are others while a prototype has these keys. */
function changes(prototype: object, some: readonly string[], value: unknown): boolean {
  for (const key of some)
    Object.defineProperty(prototype, key, { value, configurable: true, writable: true, enumerable: false });
  let after: readonly string[];
  try {
    after = [look(facts), look(make())];
  } catch (error) {
    after = [String(error)];
  }
  for (const key of some) delete (prototype as Record<string, unknown>)[key];
  return after.some((one) => one !== before);
}

const differing: string[] = [];
for (const [name, prototype] of Object.entries({
  Object: Object.prototype,
  Array: Array.prototype,
  String: String.prototype,
  RegExp: RegExp.prototype,
})) {
  const free = [...keys].filter((key) => !Object.hasOwn(prototype, key));
  for (const value of VALUES)
    for (let at = 0; at < free.length; at += TOGETHER) {
      const some = free.slice(at, at + TOGETHER);
      if (!changes(prototype, some, value)) continue;
      const alone = some.filter((key) => changes(prototype, [key], value));
      for (const key of alone.length > 0 ? alone : [some.join(" with ")])
        differing.push(`${name}.${key} = ${JSON.stringify(value)}`);
    }
}
process.stdout.write(JSON.stringify(differing));

import { PROGRAMS, TOOL_ROWS, createFacts, type Facts } from "../../src/index.js";
import { COMMANDS } from "./commands.table.js";

/*
 * A process of its own: it adds properties to what objects inherit from, and looks whether facts change. Its argument is the maker
 * to try, `real` or `inherits`; it prints what differed.
 */

const VALUES: readonly unknown[] = [true, "rm", ["rm"], { kind: "text" }, 1];

function make(): (event: object) => Facts {
  const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
  // Breaks the law: what the event does not say, it inherits.
  return process.argv[2] === "inherits"
    ? (event) =>
        facts(Object.assign(Object.create(null), { cwd: (event as { cwd?: unknown }).cwd, ...event }))
    : facts;
}

function look(facts: (event: object) => Facts): string {
  return JSON.stringify(
    COMMANDS.map((command) =>
      facts({
        event: "before_tool_call",
        toolName: "Bash",
        params: { command },
        workspace: "/w",
        home: "/home/u",
      }),
    ),
  );
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
const keys = keysOf([TOOL_ROWS, JSON.parse(before)], new Set<string>());
for (const row of PROGRAMS) for (const key of Object.keys(row)) keys.add(key);
for (const { when, also } of PROGRAMS)
  for (const clause of [...(when ?? []), ...(also ?? [])])
    for (const key of Object.keys(clause)) keys.add(key);
for (const key of "clean,without,assignments,maybe,dialect,arguments,offset,directories,wide,form,dots,literal,braces,parts,keyed,entries,exported,mayBeExported,attribute,values,negated,index,operation,prefix,links,platform,cwd,command,0,1".split(
  ",",
))
  keys.add(key);

const differing: string[] = [];
for (const [name, prototype] of Object.entries({
  Object: Object.prototype,
  Array: Array.prototype,
  String: String.prototype,
  RegExp: RegExp.prototype,
})) {
  for (const key of keys) {
    if (Object.hasOwn(prototype, key)) continue;
    for (const value of VALUES) {
      Object.defineProperty(prototype, key, { value, configurable: true, writable: true, enumerable: false });
      let after: [string, string];
      try {
        after = [look(facts), look(make())];
      } catch (error) {
        after = [String(error), ""];
      }
      delete (prototype as unknown as Record<string, unknown>)[key];
      if (after.some((one) => one !== before)) differing.push(`${name}.${key} = ${JSON.stringify(value)}`);
    }
  }
}
process.stdout.write(JSON.stringify(differing));

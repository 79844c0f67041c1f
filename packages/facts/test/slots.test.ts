import { expect, test } from "vitest";
import { type Facts, type ProgramRow, type ProgramUsage, PROGRAMS } from "../src/index.js";
import { everyNth } from "../../../test/assert-law.js";
import { factsOf } from "./facts-of.js";

/** A value for options of a role, and whether facts have what it does. */
interface Slot {
  readonly value: string;
  readonly has: (facts: Facts) => boolean;
}

const at = (list: "reads" | "writes" | "deletes"): Slot["has"] => {
  return (facts) => facts[list].some(({ path }) => path?.startsWith("/x/y") === true);
};
const read: Slot = { value: "/x/y", has: at("reads") };
const write: Slot = { value: "/x/y", has: at("writes") };

/** Roles of options whose value is a file, a folder or a command. */
const SLOTS: ReadonlyMap<string, Slot> = new Map([
  ["code", { value: "'rm -rf /x/y'", has: at("deletes") }],
  [
    "command",
    { value: "/x/y", has: ({ commands }: Facts): boolean => commands.some(({ program }) => program === "y") },
  ],
  ["delete", { value: "/x/y", has: at("deletes") }],
  ...["read", "config", "upload", "list", "script", "names"].map((role) => [role, read] as const),
  ...["write", "append", "piped", "edit", "create", "unpack"].map((role) => [role, write] as const),
]);

/** One option of a program, as the words before it are. */
interface OptionOf {
  readonly words: string;
  readonly names: readonly string[];
  readonly role: string;
  readonly isOptional: boolean;
  readonly style: string;
}

function optionsOf(
  usage: ProgramUsage,
  words: string,
  global: readonly string[],
  above: string,
): readonly OptionOf[] {
  const style = usage.style ?? above;
  const own = [...global, ...(usage.options ?? [])].flatMap((text): readonly OptionOf[] => {
    const [names = "", ...rest] = text.split("=");
    const role = rest.join("=");
    const isOptional = role.startsWith("?");
    return [{ words, names: names.split(","), role: role.replace(/^\?/, ""), isOptional, style }];
  });
  const below = Object.entries(usage.commands ?? {}).flatMap(([names, one]) =>
    optionsOf(one, `${words} ${names.split(",")[0] ?? ""}`, global, style),
  );
  return [...own, ...below];
}

function ofRow(row: ProgramRow): readonly OptionOf[] {
  const name = typeof row.name === "string" ? row.name : (row.name[0] ?? "");
  return name.includes("*") ? [] : optionsOf(row, name, row.global ?? [], row.style ?? "gnu");
}

/** Every way to write the option with its value. */
function spellings({ names, isOptional, style }: OptionOf, value: string): readonly string[] {
  return names.flatMap((name) => {
    if (name === "+" || (style === "assign" && !name.startsWith("-")))
      return [`${name}${name === "+" ? "" : "="}${value}`];
    const apart = isOptional ? [] : [`${name} ${value}`];
    if (name.startsWith("--") || style === "single") return [`${name}=${value}`, ...apart];
    return /^-.$/.test(name) ? [`${name}${value}`, ...apart] : apart;
  });
}

/** What is silent: it says that all was understood, and has not what an option does. */
function silentOf(options: readonly OptionOf[], make: (command: string) => Facts): readonly string[] {
  return options.flatMap((option) => {
    const slot = SLOTS.get(option.role);
    if (slot === undefined) return [];
    return spellings(option, slot.value).flatMap((spelled) =>
      ["", " a", " -- a"]
        .map((tail) => `${option.words} ${spelled}${tail}`)
        .filter((command) => {
          const facts = make(command);
          return facts.complete && !slot.has(facts);
        }),
    );
  });
}

test("slots: what an option of a row reads, writes or runs is in the facts, however it is written", () => {
  const options = PROGRAMS.flatMap(ofRow);
  expect(options.filter(({ role }) => SLOTS.has(role)).length).toBeGreaterThan(1_500);
  expect(silentOf(everyNth(16, options), factsOf)).toEqual([]);
});

test("slots: facts without what is written are caught", () => {
  const sort = PROGRAMS.filter(({ name }) => name === "sort" || name.includes("sort")).flatMap(ofRow);
  expect(silentOf(sort, (command) => ({ ...factsOf(command), writes: [] }))).not.toEqual([]);
});

test.each([
  "zip -T --unzip-command='rm -rf ~' a b",
  "zip -T -TT 'rm -rf ~' a b",
  "psql -o '|rm -rf ~' -c 'select 1'",
  "psql --output='| rm -rf ~'",
  "mysql --pager='rm -rf ~'",
  "strace -f -o '|rm -rf ~' ls",
  "less +'!rm -rf ~' a",
  "vim +'!rm -rf ~' a",
  "vim a '+silent !rm -rf ~'",
  "lldb -o 'platform shell rm -rf ~'",
  "lldb --one-line 'shell rm -rf ~' a",
  "make --eval '$(shell rm -rf ~)'",
  "make -E '$(shell rm -rf ~)' all",
  "cmake -E rm -rf ~",
  "cmake -E env A=1 rm -rf ~",
  "entr -s 'rm -rf ~'",
  "ls | entr -cs 'rm -rf ~'",
])("an option that runs a command: %s", (command) => {
  expect(factsOf(command).deletes.some(({ home, tree }) => home === "~" && tree)).toBe(true);
});

test.each([
  "ssh -F evil h.example",
  "ssh h.example -F evil",
  "autossh -F evil h.example",
  "ssh -I ./x.so h.example",
  "gawk -i ./x '{ print }' a",
  "gawk -l ./x.so '{ print }' a",
])("an option that loads code: %s", (command) => {
  expect(factsOf(command).complete).toBe(false);
});

/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- the rows have twenty shapes, and a wrong guess about one fails its row */
// Captain-hook's rows about what a command does to which files: facts have it, which policies read.
import { type CommandFact, createFacts, type Facts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";

import { type Data, same } from "./captain-hook-rows.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/** What stands for a part that is not known. */
const HOLE = "\u{FFFD}";

function factsOf(command: string, place: Data = {}): Facts {
  return facts({ event: "before_tool_call", toolName: "Bash", params: { command }, ...place });
}

const isVerified = (target: string): boolean => !target.includes(HOLE);
const targetsOf = ({ sub, operands }: CommandFact): readonly string[] => [
  ...(sub === "" ? [] : [sub]),
  ...operands,
];

export function runWalk({ raw, cwd }: Data, expected: Data): readonly string[] {
  const { commands, complete } = factsOf(raw, cwd === undefined ? {} : { cwd });
  const named = (name: string): readonly CommandFact[] => commands.filter(({ program }) => program === name);
  const [main = commands[0]] = expected["call"] === undefined ? named("rm") : named(expected["call"].name);
  if (main === undefined) return ["there is no such command"];
  const targets = targetsOf(main);
  const calls: Data = expected["call"] ?? {};
  const end = main.args.includes("--") ? main.args.indexOf("--") : main.args.length;
  const known: Data = {
    name: main.program,
    wrappers: main.via,
    targets,
    targets_raw: targets.map((target) => (raw.includes(`'${target}'`) ? `'${target}'` : target)),
    flags: main.args.slice(0, end).filter((arg) => arg.startsWith("-")),
    // Where it is written is known, and it is written as itself.
    spliceable: raw.slice(...main.span) === [main.name, ...main.args].join(" "),
  };
  return [
    ...Object.entries(calls).flatMap(([key, value]) => same(known[key], value)),
    ...Object.entries<readonly string[]>(expected["calls_named"] ?? {}).flatMap(([name, lines]) =>
      same(
        named(name).map((one) => [one.name, ...one.args].join(" ")),
        lines,
      ),
    ),
    ...Object.entries<readonly Data[]>(expected["calls_of"] ?? {}).flatMap(([name, list]) =>
      same(
        named(name).map((one) => one.cwd),
        list.map((one) => one["cwd"].replace(/^realpath\((.*)\)$/, "$1")),
      ),
    ),
    ...((expected["targets_detail"] ?? []) as readonly Data[]).flatMap((detail, at) => [
      ...same(isVerified(targets[at] ?? HOLE), detail["verified"]),
      ...(detail["value"] === null ? same(isVerified(targets[at] ?? HOLE), false) : []),
      ...(detail["value_not_null"] === true ? same(isVerified(targets[at] ?? HOLE), true) : []),
    ]),
    ...("targets_complete" in expected ? same(complete, expected["targets_complete"]) : []),
    ...("targets_verified" in expected ? same(targets.every(isVerified), expected["targets_verified"]) : []),
    ...("names" in expected
      ? same(
          commands.map(({ program }) => program),
          expected["names"],
        )
      : []),
  ];
}

export function runTarget({ value, raw, cwd }: Data, expected: Data): readonly string[] {
  const place = { home: "/Users/alice", workspace: "/repo", ...(cwd === null ? {} : { cwd }) };
  const { commands, deletes } = factsOf(
    `rm -rf ${value ?? raw}`,
    cwd === null ? { home: place.home } : place,
  );
  const [operand = HOLE] = commands[0]?.operands ?? [];
  const [found] = deletes;
  const path = found?.certainty === "exact" ? found.path : null;
  const known: Data = {
    path,
    is_fs_root: path === "/",
    is_home: path !== null && found?.home === "~",
    is_repo_root: found?.local === ".",
    // Without a folder there is no repository.
    in_repo: cwd !== null && (found?.local ?? "").startsWith("./"),
    contains_repo: found?.local === "." || path === "/",
    is_scratch: path?.startsWith("/tmp/") === true,
    has_glob: isVerified(operand) && /[*?[]/.test(operand),
    exhausted: !isVerified(operand),
    expand: isVerified(operand) ? [operand] : [],
  };
  return Object.entries(expected).flatMap(([key, one]) => same([key, known[key]], [key, one]));
}

import { describe, expect, test } from "vitest";
import { ROLES } from "../src/roles.table.js";
import { PROGRAMS, type ProgramUsage, TOOL_ROWS, checkProgramRow, createFacts } from "../src/index.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

describe("every row of the program table", () => {
  test.each(
    PROGRAMS.map((row) => [typeof row.name === "string" ? row.name : (row.name[0] ?? ""), row] as const),
  )("%s", (_, row) => {
    expect(checkProgramRow(row, facts)).toEqual([]);
  });

  test.each(
    PROGRAMS.map((row) => [typeof row.name === "string" ? row.name : (row.name[0] ?? ""), row] as const),
  )("%s asks only for options that it has", (_, row) => {
    expect([...unknownConditions(row, [...(row.global ?? []), ...(row.options ?? [])])]).toEqual([]);
  });

  test.each(
    PROGRAMS.map((row) => [typeof row.name === "string" ? row.name : (row.name[0] ?? ""), row] as const),
  )("%s has roles that there are", (_, row) => {
    expect([...unknownRoles(row, row.global ?? [])]).toEqual([]);
  });

  test("a role that there is not is found", () => {
    const usage = { options: ["-u=code,-x=code", "-o=?write", "-p="], operands: "reed* into" };
    expect([...unknownRoles(usage, [])]).toEqual(["code,-x=code", "reed"]);
  });

  test("an option that a row does not have is found", () => {
    const usage = { loose: true, options: ["-a,--all="], when: [{ has: ["-b=x"] }, { not: ["--all=x"] }] };
    expect([...unknownConditions(usage, [])]).toEqual(["-b=x"]);
  });

  test("a row's wrong expectation is a problem", () => {
    const [row] = PROGRAMS;
    if (row === undefined) throw new Error("expected rows");
    expect(checkProgramRow({ ...row, tests: [{ run: "rm -rf /" }] }, facts)).toMatchObject([
      { list: "deletes" },
    ]);
  });
});

/** Options of conditions that would never hold: what is not listed is dropped where any option may be given. */
function* unknownConditions(usage: ProgramUsage, shared: readonly string[]): Generator<string> {
  const listed = [...shared, ...(usage.options ?? [])];
  const names = new Set(listed.flatMap((one) => (one.split("=")[0] ?? "").split(",")));
  const clauses = usage.loose === true ? [...(usage.when ?? []), ...(usage.also ?? [])] : [];
  for (const { has = [], all = [], not = [], only = [] } of clauses) {
    for (const option of [...has, ...all, ...not, ...only]) {
      // Asked for everywhere.
      if (!names.has(option.split("=")[0] ?? "") && option !== "--version") yield option;
    }
  }
  for (const one of Object.values(usage.commands ?? {})) yield* unknownConditions(one, shared);
}

function* unknownRoles(usage: ProgramUsage, shared: readonly string[]): Generator<string> {
  const known: ReadonlySet<string> = new Set(["", ...ROLES]);
  const values = [...shared, ...(usage.options ?? [])].map((one) =>
    one.includes("=") ? one.slice(one.indexOf("=") + 1).replace(/^[?2]/, "") : "",
  );
  const clauses = [usage, ...(usage.when ?? []), ...(usage.also ?? [])];
  const roles = clauses.flatMap(({ operands = "" }) =>
    operands.split(" ").map((one) => one.replace(/[+*]$/, "")),
  );
  for (const role of [...values, ...roles]) if (!known.has(role)) yield role;
  for (const one of Object.values(usage.commands ?? {})) yield* unknownRoles(one, []);
}

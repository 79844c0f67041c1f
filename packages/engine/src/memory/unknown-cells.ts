import type { Expr } from "@gatehouse-hooks/condition/compile";
import { type Issue, nearName } from "@gatehouse-hooks/json";
import type { MemoryCell } from "../facts/cell.js";
import { FLOWS, MEMORY, readsFlows, usedPaths } from "../facts/reads-facts.js";
import { type Policy, type Tests, located } from "../policy.js";
import { CELL_NAME, RANK } from "./cell-limits.js";
import { cellsRead } from "./holds-with-memory.js";

/** The tests of a policy, or of an event of a cell. */
export function astsOf({ matcher, condition }: Tests): readonly Expr[] {
  return [matcher, condition].flatMap((one) => one?.ast ?? []);
}

/** What a policy reads that no file declares: it fails. */
export function unknownCells(policy: Policy, known: ReadonlyMap<string, MemoryCell>): readonly Issue[] {
  const used = usedPaths(policy, MEMORY).flatMap((path) => path.split(".").slice(1, 2));
  const names = new Set([...(cellsRead(astsOf(policy)) ?? []), ...used]);
  const readsSources = astsOf(policy).some(readsFlows) || usedPaths(policy, FLOWS).length > 0;
  const seen = [...known.values()].filter(({ tier }) => RANK[tier] <= RANK[policy.tier]);
  const hasSources = seen.some(({ kind }) => kind === "origins" || kind === "lost");
  return [...(readsSources && !hasSources ? [noSources(policy)] : []), ...unknownNames(policy, names, known)];
}

function noSources(policy: Policy): Issue {
  return {
    severity: "error",
    code: "unknown-cell",
    message: `\`${policy.id}\` reads \`flows\`, and no file of its tier or a higher one declares \`origins\`: the policy fails`,
    ...located(policy),
    cure: "declare the sources: `memory: { origins: { origins: { user: { events: prompt, text: prompt } } } }`",
  };
}

function unknownNames(
  policy: Policy,
  names: ReadonlySet<string>,
  cells: ReadonlyMap<string, MemoryCell>,
): readonly Issue[] {
  return undeclared(names, cells).map(({ name, cure }) => ({
    severity: "error",
    code: "unknown-cell",
    message: `\`${policy.id}\` reads \`memory.${name}\`, and no file declares it: the policy fails`,
    ...located(policy),
    cure,
  }));
}

/** What a cell reads that no file declares: it cannot be told whether its events set it. */
export function unknownInCell(
  { name: cell, on, until, source }: MemoryCell,
  cells: ReadonlyMap<string, MemoryCell>,
): readonly Issue[] {
  const asts = [...on, ...until].flatMap((update) => [...astsOf(update), update.where?.ast ?? []].flat());
  return undeclared(cellsRead(asts) ?? new Set(), cells).map(({ name, cure }) => ({
    severity: "error",
    code: "unknown-cell",
    message: `\`${cell}\` reads \`memory.${name}\`, and no file declares it: nothing is known of the cell once its events come`,
    ...(source && { path: source.path, ...(source.line !== undefined && { line: source.line }) }),
    cure,
  }));
}

function undeclared(
  names: ReadonlySet<string>,
  cells: ReadonlyMap<string, MemoryCell>,
): readonly { readonly name: string; readonly cure: string }[] {
  const known = new Set([...cells].flatMap(([name, { kind }]) => (kind === "origins" ? [] : [name])));
  return [...names]
    .filter((name) => !known.has(name))
    .map((name) => {
      const meant = nearName(name, known.keys());
      const declare = `declare it: \`memory: { ${CELL_NAME.test(name) ? name : "name"}: { flag: { events: before_tool_call, when: … } } }\``;
      return { name, cure: meant === null ? declare : `write \`memory.${meant}\`` };
    });
}

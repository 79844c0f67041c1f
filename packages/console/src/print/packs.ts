import { shorten } from "@gatehouse-hooks/json";
import type { Pack, PackExample } from "@gatehouse-hooks/hosts";
import type { Palette } from "./palette.js";
import { printable } from "./printable.js";
import { table } from "./table.js";

const VERDICTS = ["deny", "ask", "allow", "warn"] as const;

/** The packs of the program, one line each, and how one is put in force. */
export function packListLines(packs: readonly Pack[], colors: Palette, columns?: number): string[] {
  const names = Math.max(...packs.map(({ name }) => name.length));
  // A name, a count of two digits, and blanks between them.
  const room = columns === undefined ? Infinity : columns - names - 6;
  return [
    ...table(
      packs.map(({ name, description, policies }) => [
        { text: name, styles: ["bold"] },
        { text: String(policies.length) },
        { text: shorten(description, room) },
      ]),
      colors,
    ),
    "",
    "In a policy file: `extends: [pack/NAME]`. One pack with its examples: gatehouse packs NAME",
  ];
}

/** A pack for people: its lists, and each policy with what it applies to and what it does not. */
export function packLines(pack: Pack, colors: Palette): string[] {
  return [
    `${colors.bold(`pack/${pack.name}`)}  ${pack.description}`,
    ...Object.entries(pack.parameters).flatMap(([name, { description, default: own }]) => [
      `  ${colors.cyan(name)}  ${description} ${colors.dim(`(${own.length === 0 ? "none" : own.join(", ")})`)}`,
    ]),
    ...pack.policies.flatMap((policy) => ["", ...policyLines(policy, pack, colors)]),
  ];
}

function policyLines(policy: Pack["policies"][number], pack: Pack, colors: Palette): string[] {
  const { id } = policy;
  const verdict = VERDICTS.find((one) => Object.hasOwn(policy, one)) ?? "allow";
  const reason = policy[verdict];
  const { applies, not } = pack.examples[id] ?? { applies: [], not: [] };
  return [
    `${colors.bold(id)}  ${paintOf(verdict, colors)(verdict)}: ${typeof reason === "string" ? reason : ""}`,
    ...applies.map((one) => `  ${paintOf(verdict, colors)(verdict.padEnd(5))}  ${shown(one)}`),
    ...not.map((one) => `  ${colors.dim("-".padEnd(5))}  ${colors.dim(shown(one))}`),
  ];
}

function paintOf(verdict: (typeof VERDICTS)[number], colors: Palette): (text: string) => string {
  return verdict === "deny" ? colors.red : verdict === "allow" ? colors.green : colors.yellow;
}

function shown(example: PackExample): string {
  return printable(
    typeof example === "string" ? example : `${example.tool} ${JSON.stringify(example.params)}`,
  );
}

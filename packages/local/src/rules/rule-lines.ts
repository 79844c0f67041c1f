import { resolve } from "node:path";
import { plural, printable } from "@gatehouse-hooks/console/print";
import type { Context } from "../settings.js";
import type { RuleCount, RulesInForce } from "./rules-in-force.js";

/** `30 rules (26 deny, 4 ask, 0 allow)`. */
export function ruleCountText(count: RuleCount): string {
  return `${plural(count.total, "rule")} (${answersText(count)})`;
}

/** How many rules are in force, and of which files and packs; in red where none of them stops anything. */
export function ruleLines(
  rules: RulesInForce,
  { io: { cwd, home }, colors }: Pick<Context, "colors" | "io">,
): readonly string[] {
  const count = `${plural(rules.total, "rule")} in force (${answersText(rules)})`;
  return [
    rules.guarding > 0 ? count : colors.red(`${count}: none denies or asks anything`),
    ...rules.files.map(({ path, packs, rules: own }) => {
      const names = packs.length === 0 ? "" : `, with the packs ${packs.map(printable).join(", ")}`;
      return `  ${printable(shownInHome(resolve(cwd, path), home))}: ${own}${names}`;
    }),
  ];
}

function answersText({ deny, ask, allow, warn, called }: RuleCount): string {
  return [
    `${deny} deny`,
    `${ask} ask`,
    `${allow} allow`,
    ...(warn > 0 ? [`${warn} warn`] : []),
    ...(called > 0 ? [`${called} by a judge or a command`] : []),
  ].join(", ");
}

/** A path below the home folder, as people write it. */
export function shownInHome(path: string, home: string): string {
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

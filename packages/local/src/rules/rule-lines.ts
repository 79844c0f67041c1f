import { resolve } from "node:path";
import { plural, printable } from "@gatehouse-hooks/console/print";
import { readUserSettings } from "../own-config/user-settings.js";
import type { Context } from "../settings.js";
import type { RuleCount, RulesInForce } from "./rules-in-force.js";

/** That `gatehouse off` holds, until when, and what ends it. */
export function offText(until: number, now: number = Date.now()): string {
  const time = new Date(until).toTimeString().slice(0, 5);
  const left = plural(Math.max(1, Math.ceil((until - now) / 60_000)), "minute");
  return `the rules are off until ${time}, for ${left} more: they stop nothing; \`gatehouse on\` ends it`;
}

/** The same where it holds now; nothing where it does not. */
export function offNotices(home: string): readonly string[] {
  const { offUntil } = readUserSettings(home);
  return offUntil === null ? [] : [offText(offUntil)];
}

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

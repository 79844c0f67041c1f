import { paintEffect, type Palette, printable } from "@gatehouse-hooks/console/print";
import { markedLines } from "./marked-lines.js";
import type { TriedCommand } from "./tried-command.js";

/** Facts that are shown; the first says why. */
const MOST_SAW = 3;

/** Where a command was tried. */
interface TriedPlace {
  readonly home: string;
  /** A rule is in force that someone has written or switched on. */
  readonly hasRules: boolean;
}

/** A tried command for people, in one screen: the verdict, the command with what decided underlined, why, and what would pass. */
export function triedLines(tried: TriedCommand, { home, hasRules }: TriedPlace, colors: Palette): string[] {
  const { command, reason, marks, saw, wouldPass } = tried;
  const row = (name: string, text: string): string => `  ${colors.dim(name.padEnd(11))}${printable(text)}`;
  return [
    headline(tried, colors),
    "",
    ...markedLines(command, marks, colors.yellow).map((line) => `    ${line}`),
    "",
    ...(reason === "" ? [] : [`  ${printable(reason)}`, ""]),
    ...saw.slice(0, MOST_SAW).map((one, i) => row(i === 0 ? "it does" : "", saidShortly(one))),
    ...ruleRows(tried, home).map(([name, text]) => row(name, text)),
    ...(wouldPass === null ? [] : [row("would pass", wouldPass)]),
    ...(tried.complete
      ? []
      : [row("note", "not all of it is understood: `gatehouse facts` shows which part")]),
    ...(hasRules
      ? []
      : [row("note", "no rule is in force here: `gatehouse init` switches packs of rules on")]),
  ].filter((line, i, all) => line !== "" || i < all.length - 1);
}

function headline({ effect, policy, agent, open, canAsk }: TriedCommand, colors: Palette): string {
  const who = printable(agent);
  if (effect === null)
    return `${colors.yellow("open")}  ${printable(open.join(", "))}: nobody is asked here; ${who} would be answered when that has answered`;
  const verdict = paintEffect(effect, colors);
  const rule = policy === null ? "" : `  ${printable(policy)}`;
  switch (effect) {
    case "abstain":
      return `${verdict}  no rule applies: ${who} decides as it would without Gatehouse`;
    case "allow":
      return `${verdict}${rule}  ${colors.dim(`${who} runs it without a question`)}`;
    case "ask":
      return canAsk
        ? `${verdict}${rule}  ${colors.dim(`${who} asks you first`)}`
        : `${verdict}${rule}  ${colors.dim(`${who} cannot ask: it is denied, with a code for \`gatehouse approve\``)}`;
    case "deny":
      return `${verdict}${rule}  ${colors.dim(`${who} is told no, and why`)}`;
  }
}

function ruleRows({ policy, rule }: TriedCommand, home: string): readonly (readonly [string, string])[] {
  if (policy === null) return [];
  if (rule === null || isBuiltIn(rule.path))
    return [["rule", "of Gatehouse itself: it guards what guards the agent"]];
  const { path, line, pack } = rule;
  const file = home !== "" && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
  const place = line === undefined ? file : `${file}:${line}`;
  if (pack === undefined) return [["rule", place]];
  return [
    ["rule", `${place}, of pack/${pack}`],
    ["switch off", `there, instead of \`- pack/${pack}\`: \`- { pack: ${pack}, without: [${policy}] }\``],
  ];
}

/** Whether a policy's file is one of the program's own. */
export function isBuiltIn(path: string): boolean {
  return path.startsWith("built-in/");
}

/** What a fact says, without the numbers of the characters and without what goes without saying. */
export function saidShortly(said: string): string {
  return said
    .replace(/, characters \d+–\d+$/, "")
    .replace(/^actions /, "")
    .replace(" (exact)", "");
}

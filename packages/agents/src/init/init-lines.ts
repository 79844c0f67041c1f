import { printable } from "@gatehouse-hooks/console/print";
import { ruleLines, type RulesInForce, shownInHome } from "@gatehouse-hooks/local/rules";
import type { Context } from "@gatehouse-hooks/local";
import type { FirstRule } from "./first-rule.js";
import type { InitFlags } from "./init-options.js";
import type { AgentRow, InstallPlan } from "./plan-install.js";

/** What is shown beside the changes, before the question: what is switched on, and beside what. */
export function planNotes(
  { io: { home } }: Pick<Context, "io">,
  { rule, steps }: InstallPlan,
  before: RulesInForce,
): readonly string[] {
  const beside = before.files.map(({ path }) => printable(shownInHome(path, home)));
  const notes = ruleNotes(rule, beside, home);
  const copies = "copies of the files as they were, for `gatehouse init --undo`, go to ~/.gatehouse/state";
  return steps.length === 0 ? notes : [...notes, copies];
}

function ruleNotes(rule: FirstRule | undefined, beside: readonly string[], home: string): readonly string[] {
  if (rule === undefined || rule.kind === "on") return [];
  const names = rule.packs.map((name) => `pack/${name}`).join(", ");
  if (rule.kind === "left")
    return [`off: ${names}; ${printable(shownInHome(rule.path, home))} was changed, and is left as it is`];
  const path = printable(shownInHome(rule.change.file.path, home));
  return beside.length === 0
    ? [`${path} switches on ${names}`]
    : [`${path} switches on ${names}; the rules in ${beside.join(", ")} stay in force`];
}

/** What is said of besides the agents. */
export interface Done {
  readonly rules: RulesInForce;
  /** What the hooks start, where it was written, or would be; absent: it was there. */
  readonly script: string | undefined;
}

/** Which rules are in force now, and what a person does next. */
export function doneLines(
  context: Pick<Context, "colors" | "io">,
  rows: readonly AgentRow[],
  { rules, script, dryRun, bare, observe }: Done & Pick<InitFlags, "bare" | "dryRun" | "observe">,
): readonly string[] {
  const [first = "", ...rest] = ruleLines(rules, context);
  const tested = rows.some(({ probe }) => probe?.denied === true)
    ? ["tested: a change to Gatehouse's own files was denied"]
    : [];
  return [
    ...tested,
    ...(script === undefined
      ? []
      : [`what the hooks start: ${printable(shownInHome(script, context.io.home))}`]),
    "",
    dryRun ? `with it: ${first}` : first,
    ...rest,
    ...(rules.guarding > 0
      ? []
      : [
          observe
            ? "  the packs are tried silently: gatehouse log shows what they would have stopped"
            : bare
              ? "  cure: gatehouse init without --no-rule, or gatehouse new --user"
              : "  cure: `extends` packs in a file of ~/.gatehouse (gatehouse packs), or gatehouse new --user",
        ]),
    ...nextLines(context, rows, rules),
  ];
}

const STATES: Readonly<Record<AgentRow["state"], string>> = {
  installed: "installed",
  unchanged: "nothing to do",
  planned: "would be changed",
  manual: "has no settings for all projects; add this to an agent's file",
  failed: "not installed",
};

/** What was done with an agent, and whether it is guarded. */
export function rowLines(
  { colors, io }: Pick<Context, "colors" | "io">,
  { agent, path, state, notes, guarded, probe }: AgentRow,
): readonly string[] {
  const failed = state === "failed" || probe?.denied === false;
  const untouched = state === "planned" || state === "manual";
  const mark = failed
    ? colors.red("fail")
    : guarded === true
      ? colors.green("ok  ")
      : untouched
        ? colors.dim("--  ")
        : colors.red("!!  ");
  const open = failed || untouched || guarded === true ? "" : `${colors.red("NOT GUARDED")}: `;
  const tested = probe?.denied === true ? `, tested in ${probe.ms} ms` : "";
  return [
    `${mark}  ${agent}  ${open}${STATES[state]}${tested}${path === undefined ? "" : `  ${printable(shownInHome(path, io.home))}`}`,
    ...notes.map((note) => `      ${printable(note)}`),
    ...(probe?.denied === false
      ? [
          `      ${colors.red("a call that has to be denied was not")}: ${printable(probe.reason)}; see: gatehouse doctor ${agent}`,
        ]
      : []),
  ];
}

/** What a person does next; nothing where nothing was installed. */
function nextLines(
  { colors }: Pick<Context, "colors">,
  rows: readonly AgentRow[],
  { files }: RulesInForce,
): readonly string[] {
  const installed = rows
    .filter(({ state, probe }) => state === "installed" && probe?.denied !== false)
    .map(({ agent }) => agent);
  if (installed.length === 0) return [];
  const shown = files.some(({ packs }) => packs.includes("git"))
    ? ["  ask it to run `git push --force`: it should be refused, with the reason"]
    : [];
  return [
    "",
    `${colors.bold("next:")} start a new session of ${installed.join(", ")}`,
    ...shown,
    "  gatehouse list         the rules in force",
    "  gatehouse doctor       whether the hooks answer",
    "  gatehouse init --undo  take it all back",
  ];
}

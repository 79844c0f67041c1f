import { type RecentDecision, recentDecisions } from "@gatehouse-hooks/agents/recent";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { ago, type Cell, EFFECT_STYLES, printable, table } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";
import { shorten } from "@gatehouse-hooks/json";
import { keptDecisions } from "./kept-decisions.js";

/** The most of a call in one line, in UTF-16 code units. */
const MAX_TEXT = 60;

/** The options of `gatehouse log`. */
interface LogFlags {
  /** How many, the last ones. */
  readonly last: number;
  readonly clear: boolean;
  readonly off: boolean;
  readonly on: boolean;
}

/** What `gatehouse log --json` prints. */
export interface LogJson {
  /** Decisions are being kept. */
  readonly on: boolean;
  /** The oldest first. */
  readonly decisions: readonly RecentDecision[];
}

/**
 * `gatehouse log`: the last decisions that agents got and that were not abstain. `--off` keeps none from now on, `--clear` forgets those
 * that are kept.
 *
 * @throws UsageError for options that contradict each other
 */
export async function log(context: Context, { last, clear, off, on }: LogFlags): Promise<ExitCode> {
  const { io, colors } = context;
  if (off && on) throw new UsageError("both --on and --off", "give one of them");
  const recent = recentDecisions(io.home);
  if (clear) recent.clear();
  if (off || on) recent.switchTo(on ? "on" : "off");
  const isOn = !recent.isOff();
  const decisions = keptDecisions(io.home).slice(-last);
  await printResult(context, { on: isOn, decisions } satisfies LogJson, [
    ...table(
      decisions.map((one, i) => [
        { text: String(decisions.length - i).padStart(2), styles: ["dim"] },
        ...cellsOf(one, Date.now()),
      ]),
      colors,
    ),
    ...(decisions.length === 0
      ? [isOn ? "no agent was denied, asked or allowed anything yet" : "nothing is kept"]
      : [
          "",
          colors.dim("more on one: gatehouse why N; let it pass from now on: gatehouse approve N --always"),
        ]),
    ...(isOn ? [] : ["decisions are not kept: `gatehouse log --on` keeps them again"]),
  ]);
  return exitCode.fine;
}

function cellsOf(one: RecentDecision, now: number): readonly Cell[] {
  return [
    { text: ago(one.at, now), styles: ["dim"] },
    {
      text: one.observed === true ? `observed ${one.effect}` : one.effect,
      styles: EFFECT_STYLES[one.effect],
    },
    { text: printable(one.agent === "" ? "-" : one.agent) },
    { text: printable(one.policy ?? "the event is refused") },
    { text: printable(shorten(one.text === "" ? one.tool : one.text, MAX_TEXT)), styles: ["dim"] },
  ];
}

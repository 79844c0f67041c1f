import * as z from "zod";
import type { ReplayJson } from "../../../packages/logs/src/replay/replay-suggestion.js";
import { anyObject, count, flag, list, numeric, text, texts } from "../fields.js";
import { printed } from "../json-shape.js";
import {
  agentCounts,
  askedQuestions,
  contrast,
  dayCounts,
  decidedBy,
  flipGroup,
  liveEffects,
  liveGroup,
  outcomeCounts,
  reportedNumber,
  sessionCounts,
  setReport,
  stopGroup,
  suggestions,
  unread,
} from "../parts/replay.js";

const flipClass = z.strictObject({
  from: decidedBy.describe("the decision of the policies"),
  to: decidedBy.describe("the decision of the other ones"),
  loosens: flag("the other ones are less strict, or ask less"),
  changed: texts("policies that make the difference"),
  witness: anyObject("an event that is decided so"),
  asks: texts("policies that are asked, taken to have no objection"),
  events: count("events of the log that flip so; 0: the log shows none"),
});

export const replayPrinted = {
  ReplayJson: printed<ReplayJson>()(
    z.strictObject({
      v: z.literal(1).describe("the version of the report"),
      complete: flag("false: it was stopped before the end of the log"),
      stopped: z
        .strictObject({ path: text("the file"), offset: count("the byte at which it goes on") })
        .nullable()
        .describe("where it was stopped"),
      unsound: count(
        "calls in a box that did what their facts do not have; absent: no trail has one",
      ).optional(),
      asked: askedQuestions
        .optional()
        .describe("what `--live` asked the judge; absent: it was not to be asked"),
      suggestions: suggestions
        .optional()
        .describe("what `--suggest` proposes; absent: not asked for, or the end of the log was not reached"),
      events: count("events of the log, decided or not"),
      calls: count("of these: calls of a tool that a policy may stop"),
      copies: count("calls left out since they are copies of others"),
      unreadable: unread.describe("lines of which nothing could be read"),
      unrecognised: unread.describe("files of no known format"),
      now: setReport.describe("what the policies decide"),
      against: setReport.nullable().describe("what the other policies decide; `null`: there are none"),
      flips: z
        .strictObject({
          same: count("events that both decide alike"),
          flipped: count("events that they decide differently"),
          looser: count("of these: the other effect is less strict"),
          stricter: count("of these: it is stricter"),
          unknown: count("events that wait for an answer, on either side"),
          groups: list(flipGroup, "events that flip in the same way, the most frequent first"),
          complete: flag("false: there were more groups than are kept"),
          classes: list(flipClass, "what the analysis of both sets finds, as `gatehouse diff` does"),
          unclear: texts("changed policies of which it is not known what they change"),
        })
        .nullable()
        .describe("events that the other policies decide differently"),
      days: list(dayCounts, "decisions by day"),
      agents: list(agentCounts, "decisions by agent"),
      sessions: reportedNumber
        .extend({ rows: list(sessionCounts, "those with most denies and asks first, at most 1,000") })
        .describe("sessions of the log"),
      outcomes: outcomeCounts,
      stops: list(stopGroup, "what the policies deny, then what they ask about, the most frequent first"),
      contrasts: list(contrast, "what happened, against what the policies say"),
      live: z
        .strictObject({
          effects: liveEffects.describe("decisions that the log holds"),
          same: count("of those with an event: decided alike now"),
          different: count("decided differently now"),
          unknown: count("not decided now: an answer is missing"),
          groups: list(liveGroup, "the different ones, the most frequent first"),
          latency: z
            .strictObject({
              decisions: count("decisions with a time"),
              p50: numeric("half of them took at most so many milliseconds"),
              p90: numeric("nine of ten"),
              p99: numeric("ninety-nine of a hundred"),
              buckets: list(
                z.strictObject({
                  belowMs: numeric("milliseconds"),
                  decisions: count("decisions below it, and not below the one before"),
                }),
                "the histogram",
              ),
            })
            .nullable()
            .describe("how long decisions took; `null`: the log has no times"),
        })
        .describe("decisions that were made when it happened"),
    }),
  ),
};

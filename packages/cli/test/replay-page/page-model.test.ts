import { expect, test } from "vitest";
import { filledDays, type PageReport } from "../../../logs/src/replay/page-model/page-report.js";
import {
  EVERYTHING,
  type FilteredGroup,
  type ReportFilter,
  wantsGroup,
  wantsPolicy,
  wantsSession,
} from "../../../logs/src/replay/page-model/report-filter.js";
import { durationText, shareText, timeText } from "../../../logs/src/replay/page-model/shown-number.js";
import { sampleReport } from "./sample-report.js";

const page: PageReport = sampleReport({ events: 2_000, sessions: 50, policies: 30 });
const groups: readonly FilteredGroup[] = (page.report.flips?.groups ?? []).map((group) => ({
  ...group,
  deciders: [group.from, group.to],
}));
const such = (filter: Partial<ReportFilter>): readonly FilteredGroup[] =>
  groups.filter((group) => wantsGroup({ ...EVERYTHING, ...filter }, group));

test("groups are filtered by what decides before or after, by agent, and by any text of an example", () => {
  expect(such({})).toEqual(groups);
  expect(such({ effect: "deny" }).length).toBe(
    groups.filter(({ deciders }) => deciders[0]?.effect === "deny").length,
  );
  expect(such({ effect: "allow" })).toEqual(groups);
  expect(such({ effect: "abstain" })).toEqual([]);
  expect(such({ policy: "RULE-004" }).map(({ deciders }) => deciders[0]?.policy)).toEqual(["rule-004"]);
  expect(such({ agent: "gemini-cli", text: "NPM publish" }).length).toBeGreaterThan(0);
  expect(such({ agent: "nobody" })).toEqual([]);
  expect(such({ text: "Rule 28: not in" }).map(({ deciders }) => deciders[0]?.policy)).toEqual(["rule-028"]);
  expect(such({ text: "sessions.jsonl" })).toEqual(groups);
});

test("policies and sessions are filtered by what is known of them", () => {
  const policies = page.report.now.policies.filter((one) =>
    wantsPolicy({ ...EVERYTHING, effect: "deny" }, one),
  );
  expect(policies.length).toBe(10);
  expect(
    page.report.now.policies.filter((one) => wantsPolicy({ ...EVERYTHING, effect: "abstain" }, one)),
  ).toEqual([]);
  const sessions = page.sessions.filter((one) =>
    wantsSession({ ...EVERYTHING, effect: "deny", agent: "codex" }, one),
  );
  expect(sessions.length).toBeGreaterThan(0);
  expect(sessions.every(({ deny, agent }) => deny > 0 && agent === "codex")).toBe(true);
  expect(page.sessions.filter((one) => wantsSession({ ...EVERYTHING, effect: "toString" }, one))).toEqual([]);
});

test("days without events are drawn, unless there are too many", () => {
  const day = (name: string) => ({ day: name, deny: 1, ask: 0, allow: 0, abstain: 0, unknown: 0 });
  const filled = filledDays([day("2024-03-01"), day("2024-02-27")]);
  expect(filled.map((row) => [row.day, row.deny])).toEqual([
    ["2024-02-27", 1],
    ["2024-02-28", 0],
    ["2024-02-29", 0],
    ["2024-03-01", 1],
  ]);
  expect(filledDays([day("1970-01-01"), day("2024-03-01")]).length).toBe(2);
  expect(filledDays([day("+275760-09-13"), day("2024-03-01")]).length).toBe(2);
});

test("shares, times and durations in few characters", () => {
  expect([shareText(0, 7), shareText(1, 100_000), shareText(1, 8), shareText(1, 0)]).toEqual([
    "0 %",
    "< 0.1 %",
    "13 %",
    "–",
  ]);
  expect([timeText(0), timeText(null), timeText(9e15)]).toEqual(["1970-01-01 00:00:00", "–", "–"]);
  expect([0.25, 1.5, 12_400].map(durationText)).toEqual(["250 µs", "1.5 ms", "12.4 s"]);
});

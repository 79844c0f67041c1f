import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { markedCommand } from "../hook/decision.js";
import { runSession } from "../session/run-session.js";
import type { Cell } from "./cell.js";
import { judgeCell } from "./cell.js";
import type { Part } from "./part.js";

const TIMEOUT_SECONDS = 10;

/** Does the agent run at all, and does it start hooks? A hook that only writes down what it was sent. */
export const smoke: Part = async ({ agent, profile, wants }) => {
  if (!wants("smoke")) return [];
  const { command, file } = markedCommand("abstain", 1);
  let payloads = "";
  let record = "";
  const report = await runSession({
    agent,
    profile,
    native: "allow",
    turns: [
      { commands: [command] },
      {
        commands: [],
        before: () => void (payloads = existsSync(record) ? readFileSync(record, "utf8") : ""),
      },
    ],
    equip(place) {
      record = path.join(place.root, "payloads");
      profile.wire(place, { line: `cat >> '${record}'`, timeoutSeconds: TIMEOUT_SECONDS });
    },
    timeoutMs: 60_000,
  });
  const cell = (name: string, ran: boolean): Cell => {
    const verdict = judgeCell("runs", { reached: report.reached > 0, hung: report.hung, ran });
    const note = verdict === "ok" ? "" : report.output.slice(-300);
    return {
      agent: agent.name,
      part: "smoke",
      name,
      native: "allow",
      expected: "runs",
      ran,
      verdict,
      note,
    };
  };
  return [cell("a call runs", report.ran(file)), cell("its hook fires", payloads.includes(file))];
};

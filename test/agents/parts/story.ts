import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  type SessionOptions,
  type SessionReport,
  type SessionTurn,
  runSession,
} from "../session/run-session.js";
import type { SessionPlace } from "../session/session-place.js";
import { type Cell, type Expectation, judgeCell } from "./cell.js";
import type { Bench } from "./part.js";

/** What is looked for after a turn. */
export interface StoryCell {
  /** A sentence, or what a call is made after. */
  readonly name: string;
  readonly isCall?: true;
  readonly expected: Expectation;
  ran(report: SessionReport, turn: number): boolean;
  /** What to say besides. */
  readonly note?: (report: SessionReport, turn: number) => string;
}

/** A turn of the model, and the cells that come of it. */
export interface StoryTurn extends SessionTurn {
  readonly cells?: readonly StoryCell[];
}

/** A session whose turns belong together, with the policies of its own. */
export interface Story extends Pick<SessionOptions, "model" | "prompts"> {
  readonly part: string;
  /** Files by their names, `~/` for those of the home. */
  readonly files: Readonly<Record<string, string>>;
  readonly turns: readonly StoryTurn[];
}

const START_MS = 60_000;
const TURN_MS = 30_000;
const NOTE_LENGTH = 600;

/** Plays a session, and judges the cells of its turns. */
export async function playStory(bench: Bench, story: Story): Promise<readonly Cell[]> {
  const { part, files, turns, model, prompts } = story;
  const report = await runSession({
    agent: bench.agent,
    profile: bench.profile,
    native: "allow",
    trustHooks: !bench.hook.trusts,
    turns,
    ...(model && { model }),
    ...(prompts && { prompts }),
    timeoutMs: START_MS + turns.length * TURN_MS,
    async equip(place, env) {
      for (const [name, text] of Object.entries(files)) writeBelow(place, name, text);
      const { node, bin } = bench.hook.furnish(place);
      const command = path.join(place.bin, "gatehouse");
      writeFileSync(command, `#!/bin/sh\nexec '${node}' '${bin}' "$@"\n`, { mode: 0o755 });
      const trouble = await bench.hook.register(bench.profile, place, { node, bin }, env);
      if (trouble !== "") throw new Error(`the hook could not be registered: ${trouble}`);
    },
  });
  return turns.flatMap(({ cells = [] }, turn) =>
    cells.map(({ name, isCall, expected, ran, note }): Cell => {
      const didRun = ran(report, turn);
      const seen = { reached: turn < report.reached, hung: report.hung, ran: didRun };
      const verdict = judgeCell(expected, seen);
      const told = report.result(turn);
      const trouble = verdict === "ok" ? "" : (told === "" ? report.output : told).slice(-NOTE_LENGTH);
      const said = [note?.(report, turn) ?? "", trouble].filter((one) => one !== "").join("; ");
      const agent = bench.agent.name;
      const cell = {
        agent,
        part,
        name,
        native: "allow",
        expected,
        ran: didRun,
        verdict,
        note: said,
      } as const;
      return isCall === true ? cell : { ...cell, isSentence: true };
    }),
  );
}

function writeBelow({ home, project }: SessionPlace, name: string, text: string): void {
  const file = name.startsWith("~/") ? path.join(home, name.slice(2)) : path.join(project, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

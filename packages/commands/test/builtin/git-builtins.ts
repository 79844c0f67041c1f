import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Verdict } from "@gatehouse-hooks/engine";
import { createSnapshots } from "@gatehouse-hooks/commands";
import { ask } from "./ask.js";

// What the builtins that call git answer about each of the repositories named on standard input.

/** One repository to look at. */
export interface Asked {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What was answered. */
export interface Answered {
  readonly status: Verdict;
  readonly diff: Verdict;
  readonly stat: Verdict;
  readonly commits: Verdict;
  /** What `snapshot` said, and the files of its checkpoint. */
  readonly snapshot: readonly Verdict[];
  readonly changed: readonly string[];
}

async function answer({ cwd, home, env }: Asked): Promise<Answered> {
  const options = { env, home };
  const event = { event: "turn_start", cwd, session_id: "s" };
  const snapshots = createSnapshots(options);
  const recorded = [await ask("snapshot", event, [], { ...options, snapshots })];
  const looked = {
    status: await ask("add_git_status", event, [], options),
    diff: await ask("add_git_diff", event, ["full"], options),
    stat: await ask("add_git_diff", event, [], options),
    commits: await ask("add_recent_commits", event, [], options),
  };
  await writeFile(path.join(cwd, "a.txt"), "three\r\n");
  recorded.push(await ask("snapshot", { ...event, event: "turn_end" }, [], { ...options, snapshots }));
  const [checkpoint] = await snapshots.list("s", cwd);
  await snapshots.undo("s", cwd);
  return { ...looked, snapshot: recorded, changed: checkpoint?.files ?? [] };
}

const asked = JSON.parse(readFileSync(0, "utf8")) as readonly Asked[];
const answers: Answered[] = [];
for (const one of asked) answers.push(await answer(one));
process.stdout.write(JSON.stringify(answers));

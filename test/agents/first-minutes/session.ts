/** The steps of a new user that come after the installation; runs in a box. The options are the only argument. */
import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";
import type { Environment } from "../hook/hook-under-test.js";
import { installedAgent } from "../install/installed-agent.js";
import { PROFILES } from "../profiles/index.js";
import { runSession } from "../session/run-session.js";
import type { SessionPlace } from "../session/session-place.js";
import type { MinuteStep, PushReport } from "./step.js";

export interface MinutesOptions {
  /** Where the agents are installed. */
  readonly folder: string;
  /** The installed command. */
  readonly gatehouse: string;
  /** False: without Gatehouse, to see that the push goes through. */
  readonly guarded: boolean;
}

const AGENT = "claude-code";
const END = 1_000;

function inSeconds<T>(work: () => T): readonly [T, number] {
  const start = performance.now();
  const value = work();
  return [value, (performance.now() - start) / 1000];
}

/** A project with one commit, and a remote with another: only a forced push replaces it. */
function makeRepositories({ project, root }: SessionPlace, env: Environment): void {
  const remote = path.join(root, "remote.git");
  const commit = ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m"];
  const git = (args: readonly string[], cwd: string): void => {
    execFileSync("git", [...args], { cwd, env, stdio: "ignore" });
  };
  git(["init", "-q", "--bare", "-b", "main", remote], root);
  git(["init", "-q", "-b", "main"], project);
  git(["remote", "add", "origin", remote], project);
  git([...commit, "theirs", "--allow-empty"], project);
  git(["push", "-q", "origin", "main"], project);
  git([...commit, "mine", "--allow-empty", "--amend"], project);
}

async function play({ folder, gatehouse, guarded }: MinutesOptions): Promise<PushReport> {
  const agent = installedAgent(folder, AGENT);
  if (agent === undefined) throw new Error(`\`${AGENT}\` is not in \`${folder}\``);
  const steps: MinuteStep[] = [];
  let ready = 0;
  const report = await runSession({
    agent,
    profile: PROFILES[AGENT],
    native: "allow",
    turns: [{ commands: ["git push --force origin main && touch pushed"] }],
    timeoutMs: 100_000,
    equip: (place, env) => {
      makeRepositories(place, env);
      if (guarded) {
        const [{ status, stdout, stderr }, seconds] = inSeconds(() =>
          spawnSync(gatehouse, ["init", "--yes"], { cwd: place.project, env, encoding: "utf8" }),
        );
        steps.push({ does: "gatehouse init", seconds, said: (stdout + stderr).slice(-END) });
        if (status !== 0) throw new Error(`gatehouse init ended with ${status}: ${stderr}`);
      }
      ready = performance.now();
    },
  });
  if (ready === 0) throw new Error(report.output);
  steps.push({
    does: "the agent, told to run `git push --force`",
    seconds: (performance.now() - ready) / 1000,
    said: report.output.slice(-END),
  });
  return { steps, pushed: report.ran("pushed"), told: report.told("git/force-push") };
}

const [options] = process.argv.slice(2);
if (options !== undefined)
  process.stdout.write(JSON.stringify(await play(JSON.parse(options) as MinutesOptions)));

import { request } from "node:http";
import path from "node:path";
import { spawnNode } from "../e2e/spawn-cli.js";
import type { Answer } from "./answer.js";
import type { Installed } from "./installed.js";
import type { Payload } from "./payload.js";
import type { World } from "./world.js";

/** Runs the installed command in a world, from the project's folder. */
export async function runInstalled(
  { bin, node, options = [] }: Installed,
  { project, env }: World,
  args: readonly string[],
  stdin = "",
): Promise<Answer> {
  const { code, stdout, stderr } = await spawnNode([...options, bin, ...args], {
    cwd: project,
    env,
    stdin,
    program: node,
  });
  return { stdout, stderr, exitCode: code };
}

/** What is answered where the machine was too busy for a decision in time. */
const TOO_LATE = /no decision within [\d.]+ s/;

function isTooLate({ stdout, stderr }: Answer): boolean {
  return TOO_LATE.test(stdout) || TOO_LATE.test(stderr);
}

/**
 * A process for a payload, as an agent starts it. Where the load of the machine let its deadline pass, the answer is that of another one
 * with an hour's time.
 */
export async function playProcess(
  installed: Installed,
  world: World,
  { agent, text }: Payload,
): Promise<Answer> {
  const answer = await runInstalled(installed, world, ["hook", agent], text);
  if (!isTooLate(answer)) return answer;
  return await runInstalled(installed, world, ["hook", agent, "--deadline", "3600"], text);
}

/** A process that asks the daemon, and starts it where none runs. */
export async function playAsking(
  installed: Installed,
  world: World,
  { agent, text }: Payload,
): Promise<Answer> {
  return await untilInTime(() => runInstalled(installed, world, ["hook", agent, "--daemon", "auto"], text));
}

/** Asks again while the load of the machine lets the deadline pass: what is loaded meanwhile stays loaded. */
async function untilInTime(play: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await play();
    if (!isTooLate(answer)) return answer;
  }
}

/** The daemon's answer to a payload, asked as the installed line asks it: by where the hook was started. */
export async function playSocket(world: World, payload: Payload): Promise<Answer> {
  return await untilInTime(() => answerOverSocket(world, payload));
}

async function answerOverSocket({ home, project }: World, { agent, text }: Payload): Promise<Answer> {
  const { status, body } = await overSocket(home, `/hook/${agent}`, {
    text,
    headers: { "x-gatehouse-cwd": project },
  });
  if (status === 200) return { stdout: body, stderr: "", exitCode: 0 };
  if (status !== 422) throw new Error(`the daemon answered ${status}: ${body}`);
  return JSON.parse(body) as Answer;
}

/** Waits until the daemon of a world answers. */
export async function daemonRuns({ home }: World): Promise<void> {
  for (;;) {
    const reply = await overSocket(home, "/status").catch(() => null);
    if (reply?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface Reply {
  readonly status: number;
  readonly body: string;
}

function overSocket(
  home: string,
  address: string,
  post?: { readonly text: string; readonly headers: Readonly<Record<string, string>> },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        socketPath: path.join(home, ".gatehouse/run/daemon.sock"),
        path: address,
        agent: false,
        ...(post === undefined
          ? {}
          : { method: "POST", headers: { ...post.headers, "content-length": Buffer.byteLength(post.text) } }),
      },
      (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (part: string) => (body += part));
        response.on("error", reject).on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    asking.on("error", reject).end(post?.text);
  });
}

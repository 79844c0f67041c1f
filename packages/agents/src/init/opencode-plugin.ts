import { MARKED } from "../daemon/daemon-mark.js";
import type { Launcher } from "./launcher.js";
import { LOADERS } from "./loaders.table.js";

const FIRST_LINE =
  "// Made by `gatehouse init`: asks Gatehouse before OpenCode acts. Changes are lost; see `gatehouse doctor`.";
const LAUNCHER = "const launcher = ";

/**
 * OpenCode's plugin: a function in OpenCode's process that asks the daemon about each event, and starts `gatehouse hook opencode` where
 * none answers, which starts one. A throw is a deny;
 * an answer that cannot be had or read is one, too, where the event is before an action. Arguments are changed in their own object: OpenCode
 * ignores another one in its place.
 */
export function openCodePlugin({ node, binary, socket }: Launcher): string {
  return `${FIRST_LINE}
import { spawn } from "node:child_process";
import { lstat, readFile } from "node:fs/promises";
import { request } from "node:http";
import { dirname, join } from "node:path";

${LAUNCHER}${JSON.stringify({ node, binary, socket })};
const DAEMON_MS = 22_000;
const TIMEOUT_MS = 60_000;
// What would run other code before the program's own.
const LOADERS = ${JSON.stringify(LOADERS)};

${ASK_DAEMON}

${ASK_PROCESS}

${PLUGIN}
`;
}

/** Asks the daemon: null where it is not there, not ours, or does not answer. */
const ASK_DAEMON = `async function isOurs(path, isKind) {
  const stats = await lstat(path).catch(() => null);
  return stats !== null && isKind(stats) && stats.uid === process.getuid();
}

// The secret that the daemon's answers begin and end with; null where there is none, or others could have read it.
async function markOf(folder) {
  const path = join(folder, "daemon.mark");
  if (!(await isOurs(path, (stats) => stats.isFile() && (stats.mode & 0o077) === 0))) return null;
  const text = await readFile(path, "utf8").catch(() => "");
  return /^[0-9a-f]{64}\\n$/.test(text) ? text.trim() : null;
}

// What the daemon has answered; null where it is not there, not ours, stuck, or has more to say than JSON.
async function askDaemon(payload, directory) {
  const { socket } = launcher;
  if (socket === undefined || !(await isOurs(socket, (stats) => stats.isSocket()))) return null;
  if (!(await isOurs(dirname(socket), (stats) => stats.isDirectory() && (stats.mode & 0o077) === 0))) return null;
  const mark = await markOf(dirname(socket));
  if (mark === null) return null;
  return await new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(null);
      asking.destroy();
    }, DAEMON_MS);
    const end = (answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    const path = \`/hook/opencode?cwd=\${encodeURIComponent(directory)}&caller=\${process.pid}&${MARKED}\`;
    const asking = request({ socketPath: socket, path, method: "POST" }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => (text += part));
      response.on("error", () => end(null));
      response.on("close", () => end(null));
      response.on("end", () => {
        const [before, after] = [mark + "\\n", "\\n" + mark];
        if (response.statusCode !== 200 || text.length < before.length + after.length) return end(null);
        if (!text.startsWith(before) || !text.endsWith(after)) return end(null);
        const answer = text.slice(before.length, -after.length);
        try {
          end(answer.trim() === "" ? {} : JSON.parse(answer));
        } catch {
          end(null);
        }
      });
    });
    asking.on("error", () => end(null));
    asking.end(payload);
  });
}`;

/** Asks the daemon, and starts a process where it does not answer. */
const ASK_PROCESS = `async function ask(hook, input, output, directory) {
  const payload = JSON.stringify({ hook, input, output, directory });
  return (await askDaemon(payload, directory)) ?? (await askProcess(payload));
}

function askProcess(payload) {
  return new Promise((resolve, reject) => {
    const args = [launcher.binary, "hook", "opencode", ...(launcher.socket === undefined ? [] : ["--daemon", "auto"])];
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !LOADERS.includes(name)));
    const child = spawn(launcher.node, args, { stdio: ["pipe", "pipe", "pipe"], env });
    const fail = (why) => reject(new Error(\`gatehouse: no decision (\${why}); see: gatehouse doctor opencode\`));
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail("it took too long");
    }, TIMEOUT_MS);
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    child.stdin.on("error", () => {});
    child.on("error", (error) => {
      clearTimeout(timer);
      fail(error.message);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      if (code !== 0) return fail(\`exit \${code}\${stderr.trim() === "" ? "" : \`: \${stderr.trim().slice(0, 2000)}\`}\`);
      if (stdout.trim() === "") return resolve({});
      try {
        resolve(JSON.parse(stdout));
      } catch {
        fail("its answer is not JSON");
      }
    });
    child.stdin.end(payload);
  });
}`;

const PLUGIN = `function obey(answer, output) {
  if (answer.throw !== undefined) throw new Error(String(answer.throw) || "gatehouse: denied");
  if (answer.result !== undefined) Object.assign(output, answer.result);
  if (answer.args === undefined) return;
  for (const key of Object.keys(output.args)) if (!Object.hasOwn(answer.args, key)) delete output.args[key];
  for (const [key, value] of Object.entries(answer.args))
    Object.defineProperty(output.args, key, { value, writable: true, enumerable: true, configurable: true });
}

export const Gatehouse = async ({ directory }) => {
  const before = (hook) => async (input, output) => obey(await ask(hook, input, output, directory), output);
  return {
    "tool.execute.before": before("tool.execute.before"),
    "tool.execute.after": before("tool.execute.after"),
    "chat.message": before("chat.message"),
    event: async ({ event }) => {
      if (!["session.created", "session.deleted", "session.idle"].includes(event.type)) return;
      await ask("event", event, {}, directory).catch(() => {});
    },
  };
};`;

/** The launcher that a plugin of ours starts; undefined: it is another's, or was changed. */
export function readOpenCodePlugin(text: string): Launcher | undefined {
  if (!text.startsWith(FIRST_LINE)) return undefined;
  const line = text.split("\n").find((one) => one.startsWith(LAUNCHER));
  try {
    const value: unknown = JSON.parse(line?.slice(LAUNCHER.length).replace(/;\s*$/, "") ?? "");
    const { node, binary, socket } = value as Readonly<Record<keyof Launcher, unknown>>;
    if (typeof node === "string" && typeof binary === "string")
      return { node, binary, ...(typeof socket === "string" && { socket }) };
  } catch {
    // Not ours any more.
  }
  return undefined;
}

/** Whether the first line is ours, whatever became of the rest. */
export function isOpenCodePlugin(text: string): boolean {
  return text.startsWith(FIRST_LINE);
}

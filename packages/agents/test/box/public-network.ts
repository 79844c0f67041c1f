import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Ended, World } from "./world.js";
import { start, userPrefix } from "./world.js";

/** A network of its own with a public address, a server that says by which it was reached, and one that answers for names. */
export interface PublicNetwork {
  /** Runs a program of the box's user in it. */
  readonly run: (
    program: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<Ended>;
  readonly end: () => Promise<void>;
}

/** Why there can be none here; undefined: there can. */
export function whyNoNetwork(): string | undefined {
  if (process.getuid?.() !== 0) return "another user than root gives no network an address";
  const missing = ["/usr/sbin/ip", "/usr/bin/nsenter", "/usr/bin/setpriv"].find((file) => !existsSync(file));
  if (missing !== undefined) return `${missing} is not installed`;
  const args = [
    "--dev-bind",
    "/",
    "/",
    "--unshare-net",
    "--cap-add",
    "ALL",
    "/usr/sbin/ip",
    "addr",
    "add",
    "8.8.4.4/32",
    "dev",
    "lo",
  ];
  const { status, stderr } = spawnSync("/usr/bin/bwrap", args, { encoding: "utf8" });
  return status === 0 ? undefined : `no network can be made: ${stderr.trim()}`;
}

/** Answers on each address of the network by which it was reached; asks for names get what `NAMES` has, one answer after the other. */
const SERVER = String.raw`
const http = require("node:http");
const names = JSON.parse(process.argv[1]);
const files = JSON.parse(process.argv[2]);
const asked = new Map();
const dns = require("node:dgram").createSocket("udp4", (message, from) => {
  let [at, labels] = [12, []];
  while (message[at] > 0) { labels.push(message.subarray(at + 1, at + 1 + message[at]).toString()); at += message[at] + 1; }
  const name = labels.join(".").toLowerCase();
  const type = message.readUInt16BE(at + 1);
  const question = message.subarray(12, at + 5);
  const times = asked.get(name + type) ?? 0;
  asked.set(name + type, times + 1);
  const known = names[name] ?? [];
  const turn = (known[Math.min(times, known.length - 1)] ?? []).filter((one) => one.includes(":") === (type === 28));
  const head = Buffer.from(message.subarray(0, 12));
  head.writeUInt16BE(known.length === 0 ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(1, 4); head.writeUInt16BE(type === 1 || type === 28 ? turn.length : 0, 6); head.writeUInt16BE(0, 8); head.writeUInt16BE(0, 10);
  const answers = type === 1 || type === 28 ? turn.map((one) => {
    const data = type === 1 ? Buffer.from(one.split(".").map(Number)) : Buffer.from(one.split(":").map((part) => part.padStart(4, "0")).join(""), "hex");
    const fixed = Buffer.alloc(12);
    fixed.writeUInt16BE(0xc00c, 0); fixed.writeUInt16BE(type, 2); fixed.writeUInt16BE(1, 4); fixed.writeUInt32BE(0, 6); fixed.writeUInt16BE(data.length, 10);
    return Buffer.concat([fixed, data]);
  }) : [];
  dns.send(Buffer.concat([head, question, ...answers]), from.port, from.address);
});
const answer = (request, response) => {
  const { pathname } = new URL(request.url, "http://x");
  if (pathname.startsWith("/to/")) return response.writeHead(302, { location: decodeURIComponent(pathname.slice(4)) }).end();
  if (Object.hasOwn(files, pathname)) return response.end(Buffer.from(files[pathname], "base64"));
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => response.end("reached " + request.socket.localAddress + " " + request.headers.host + " " + request.method + " " + request.url + " " + body + " " + JSON.stringify(request.headers) + "\n"));
};
dns.bind(53, "127.0.0.1", () => {
  const ports = [80, 443, 8080];
  let open = 0;
  for (const port of ports) http.createServer(answer).listen(port, "0.0.0.0", () => { if (++open === ports.length) console.log("ready"); });
});
`;

/** The public address, and a private one. */
const ADDRESSES = ["8.8.4.4/32", "10.7.7.7/32"];

/**
 * Makes the network of a world.
 *
 * @param names what each name has when it is first asked for, then, …
 * @param files what the server has at a path; at every other one it says how it was reached
 */
export async function openPublicNetwork(
  world: World,
  names: Readonly<Record<string, readonly (readonly string[])[]>>,
  files: Readonly<Record<string, Buffer>> = {},
): Promise<PublicNetwork> {
  const write = (name: string, text: string): string => {
    writeFileSync(join(world.root, name), text);
    return join(world.root, name);
  };
  const mounts = [
    ...["--ro-bind", write("hosts", "127.0.0.1 localhost\n10.7.7.7 listed-here.example\n"), "/etc/hosts"],
    ...[
      "--ro-bind",
      write("resolv.conf", "nameserver 127.0.0.1\noptions attempts:1 timeout:2\n"),
      "/etc/resolv.conf",
    ],
  ];
  const inBase64 = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, bytes.toString("base64")]),
  );
  const setUp = ADDRESSES.map((one) => `/usr/sbin/ip addr add ${one} dev lo`).join(" && ");
  const child: ChildProcess = spawn(
    "/usr/bin/bwrap",
    [
      ...["--dev-bind", "/", "/", ...mounts, "--unshare-net", "--cap-add", "ALL", "--die-with-parent"],
      ...["--json-status-fd", "3", "--", "/bin/sh", "-c", `${setUp} && exec "$0" -e "$1" "$2" "$3"`],
      ...[process.execPath, SERVER, JSON.stringify(names), JSON.stringify(inBase64)],
    ],
    { stdio: ["ignore", "pipe", "inherit", "pipe"] },
  );
  const [pid] = await Promise.all([textOf(child, 3, /"child-pid":\s*(\d+)/), textOf(child, 1, /(ready)/)]);
  return {
    run: async (program, args, env = {}) => {
      const [setpriv, before] = userPrefix();
      const user = setpriv === undefined ? [] : [setpriv, ...before];
      return await start(
        "/usr/bin/nsenter",
        [
          `--net=/proc/${pid}/ns/net`,
          `--mount=/proc/${pid}/ns/mnt`,
          `--wd=${world.workspace}`,
          "--",
          ...user,
          program,
          ...args,
        ],
        {
          cwd: world.workspace,
          env: { HOME: world.home, XDG_RUNTIME_DIR: world.runtime, ...env },
        },
      );
    },
    end: async () => {
      const closed = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGKILL");
      await closed;
    },
  };
}

async function textOf(child: ChildProcess, at: number, wanted: RegExp): Promise<string> {
  const stream = child.stdio[at];
  return await new Promise((resolve, reject) => {
    let text = "";
    if (stream === null || stream === undefined || !("on" in stream)) return reject(new Error("no stream"));
    stream.on("data", (part: Buffer) => {
      text += part.toString();
      const [, found] = wanted.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("close", (code) => reject(new Error(`the network has ended with ${code}: ${text}`)));
  });
}

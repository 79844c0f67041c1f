import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { openPublicNetwork, type PublicNetwork, whyNoNetwork } from "./public-network.js";
import { type Ended, eachWorld, whyNoBox, type World } from "./world.js";

const why = whyNoBox() ?? whyNoNetwork();
let world: World;
let network: PublicNetwork;

/** What each name leads to, one answer after the other. */
const NAMES = {
  "allowed.example": [["8.8.4.4"]],
  "sub.allowed.example": [["8.8.4.4"]],
  "other.example": [["8.8.4.4"]],
  "loopback.example": [["127.0.0.1"]],
  "private.example": [["10.7.7.7"]],
  "mixed.example": [["8.8.4.4", "127.0.0.1"]],
  "six.example": [["0:0:0:0:0:ffff:7f00:1"]],
  "rebind.example": [["8.8.4.4"], ["127.0.0.1"]],
};

eachWorld(why, (made) => (world = made));
beforeEach(async () => {
  if (why === undefined) network = await openPublicNetwork(world, NAMES);
});
afterEach(async () => {
  if (why !== undefined) return;
  await gatehouse(["daemon", "stop"]);
  await network.end();
});

/** The policies of the world: one that lists hosts. */
function list(...hosts: readonly string[]): void {
  const when = `facts.network.any(n, !n.host.glob("{${hosts.join(",")},none.example}"))`;
  const policy = `  - id: only/these\n    events: before_tool_call\n    when: ${JSON.stringify(when)}\n    deny: not a listed host\n`;
  writeFileSync(join(world.home, ".gatehouse/first.yaml"), `version: 1\npolicies:\n${policy}`);
}

async function gatehouse(args: readonly string[], env = {}): Promise<Ended> {
  return await network.run(process.execPath, [...commandArgs(), ...args], env);
}

async function boxed(command: string, env = {}): Promise<Ended> {
  return await gatehouse(["box", "--", "bash", "-c", command], env);
}

/** Runs a text that no policy sees. */
const unseen = (text: string): string =>
  `perl -e 'exec "/bin/bash", "-c", join("", map { chr } @ARGV)' ${[...text].map((one) => one.codePointAt(0)).join(" ")}`;

/** Sends text to the proxy as it is, and prints what comes back. */
const raw = (text: string): string =>
  `exec 3<>/dev/tcp/127.0.0.1/\${http_proxy##*:}; printf %s ${Buffer.from(text).toString("base64")} | base64 -d >&3; timeout 5 cat <&3`;

/** Requests that servers read in different ways, or that name two hosts. */
const ODD: readonly (readonly [what: string, text: string])[] = [
  [
    "two hosts",
    "GET http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\nHost: other.example\r\n\r\n",
  ],
  [
    "another host than that of the address",
    "GET http://allowed.example/ HTTP/1.1\r\nHost: other.example\r\n\r\n",
  ],
  ["a line that ends without CR", "GET http://allowed.example/ HTTP/1.1\nHost: allowed.example\nX: 1\n\n"],
  ["a header that goes on", "GET http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n X: 1\r\n\r\n"],
  [
    "a length and chunks",
    "POST http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  [
    "two lengths",
    "POST http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
  ],
  ["a user", "GET http://allowed.example@127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
  [
    "a user of the listed host",
    "GET http://127.0.0.1@allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n",
  ],
  ["a path alone", "GET / HTTP/1.1\r\nHost: allowed.example\r\n\r\n"],
  ["another scheme", "GET ftp://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n"],
  ["a backslash", "GET http://127.0.0.1\\@allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n"],
  ["a tunnel with a user", "CONNECT allowed.example@127.0.0.1:80 HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a tunnel with a path", "CONNECT allowed.example:80/x HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a tunnel without a port", "CONNECT allowed.example HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a NUL", "CONNECT 127.0.0.1\u0000.allowed.example:80 HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a percent sign", "GET http://allowed%2eexample%00/ HTTP/1.1\r\nHost: allowed.example\r\n\r\n"],
  [
    "endless headers",
    `GET http://allowed.example/ HTTP/1.1\r\nHost: allowed.example\r\nX: ${"a".repeat(60_000)}\r\n\r\n`,
  ],
];

describe.skipIf(why !== undefined)(
  `the proxy of a box${why === undefined ? "" : `: skipped, ${why}`}`,
  () => {
    test("leads to a listed host, by a request and by a tunnel, with method, body and headers, and to no other", async () => {
      list("allowed.example", "*.allowed.example");
      const { stdout, stderr } = await boxed(
        [
          "curl -s -d body -H 'X-Mine: 1' 'http://allowed.example/a?b=1'",
          "curl -s -p http://allowed.example/tunnel",
          "curl -s -p http://sub.allowed.example:443/sub",
          "curl -s http://other.example/; curl -s -p http://other.example:443/",
          "curl -s --noproxy '*' --connect-timeout 2 http://8.8.4.4/ || echo alone",
        ].join("; "),
      );
      const lines = stdout.trim().split("\n");
      expect(lines[0]).toMatch(/^reached 8\.8\.4\.4 allowed\.example POST \/a\?b=1 body .*"x-mine":"1"/);
      expect(lines[0]).not.toMatch(/proxy-connection/i);
      expect(lines[1]).toContain("reached 8.8.4.4 allowed.example GET /tunnel");
      expect(lines[2]).toContain("reached 8.8.4.4 sub.allowed.example:443 GET /sub");
      expect(lines[3]).toMatch(
        /^gatehouse box: \[only\/these\] `other\.example:80` was refused: .*list of that policy/,
      );
      expect(lines.slice(4)).toEqual(["alone"]);
      expect(stderr).toContain("[only/these] `other.example:80` was refused");
      expect(stderr).toContain("[only/these] `other.example:443` was refused");
    });

    test("leads by no name, spelling or redirect to this machine or a private network, though every host is listed", async () => {
      list("*");
      const hosts = [
        ...["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.0.0.1."],
        ...[
          "0.0.0.0",
          "10.7.7.7",
          "[::1]",
          "[::ffff:127.0.0.1]",
          "[::ffff:7f00:1]",
          "[::]",
          "169.254.169.254",
        ],
        ...["loopback.example", "private.example", "mixed.example", "six.example", "listed-here.example"],
        ...[
          "loopback.example.",
          "LOOPBACK.example",
          "[64:ff9b::7f00:1]",
          "[fd00::1]",
          "100.64.0.1",
          "168.63.129.16",
          "224.0.0.1",
        ],
      ];
      const asks = hosts.flatMap((host) => [
        raw(`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        raw(`CONNECT ${host}:80 HTTP/1.1\r\nHost: ${host}:80\r\n\r\nGET / HTTP/1.0\r\n\r\n`),
      ]);
      const { stdout } = await boxed(asks.map((one) => `(${one}); echo ---`).join("; "));
      const answers = stdout.split("---\n").slice(0, -1);
      expect(answers.length).toBe(asks.length);
      expect(answers.filter((one) => !/^HTTP\/1\.1 (?:403|400|502) /.test(one))).toEqual([]);
      expect(stdout).not.toContain("reached");
      const redirect = await boxed(
        "curl -s -L --noproxy '' http://allowed.example/to/http:%2F%2F127.0.0.1:80%2F; curl -s -L http://allowed.example/to/http:%2F%2F10.7.7.7%2F",
      );
      expect(redirect.stdout).not.toContain("reached");
      expect(redirect.stdout).toContain("`127.0.0.1:80` was refused: it leads to this machine");
      expect(redirect.stdout).toContain("`10.7.7.7:80` was refused: it leads to this machine");
    });

    test("connects to the address that it has looked at: a name that leads elsewhere the second time is refused then", async () => {
      list("rebind.example");
      const { stdout } = await boxed("curl -s http://rebind.example/1; curl -s http://rebind.example/2");
      expect(stdout).toMatch(
        /^reached 8\.8\.4\.4 .*\n.*`rebind\.example:80` was refused: it leads to this machine/,
      );
      expect(stdout).not.toContain("reached 127");
    });

    test("reaches the ports of the web alone", async () => {
      list("allowed.example");
      const { stdout } = await boxed(
        "curl -s http://allowed.example:8080/; curl -s -p http://allowed.example:8080/",
      );
      expect(stdout).toMatch(/^gatehouse box: \[box\/port\] `allowed\.example:8080` was refused: .*\n$/);
    });

    test("sends no request that another server might read otherwise", async () => {
      list("allowed.example");
      for (const [at, [, text]] of ODD.entries()) writeFileSync(join(world.workspace, `asked-${at}`), text);
      const one = "exec 3<>/dev/tcp/127.0.0.1/${http_proxy##*:}; cat $f >&3 2>/dev/null; timeout 5 cat <&3";
      const { stdout } = await boxed(
        `for f in ${ODD.map((_, at) => `asked-${at}`).join(" ")}; do (${one}); echo ---; done`,
      );
      const answers = stdout.split("---\n").slice(0, -1);
      expect(answers.length).toBe(ODD.length);
      const sent = ODD.flatMap(([what], at) =>
        /^HTTP\/1\.1 4(?:00|31) /.test(answers[at] ?? "") ? [] : [[what, answers[at]]],
      );
      expect(sent).toEqual([]);
      expect(stdout).not.toContain("reached");
    });

    test("a tunnel with a dot at the end of the name is one to that name", async () => {
      list("allowed.example");
      const { stdout } = await boxed(
        raw(
          "CONNECT allowed.example.:80 HTTP/1.1\r\nHost: allowed.example.:80\r\n\r\nGET /dot HTTP/1.0\r\nHost: x\r\n\r\n",
        ),
      );
      expect(stdout).toMatch(/^HTTP\/1\.1 200 [^]*reached 8\.8\.4\.4/);
    });

    test("a box that the daemon has composed reaches the same, and what is refused is said and recorded", async () => {
      list("allowed.example");
      writeFileSync(join(world.home, ".gatehouse/settings.json"), '{ "version": 1, "shell": "box" }\n');
      const trail = join(world.home, "trail");
      await gatehouse(["daemon", "start"], { GATEHOUSE_AUDIT: trail });
      const command = unseen(
        "env | grep -ic ^[a-z]*_proxy=; for h in allowed other; do curl -s http://$h.example/; done; exit 3",
      );
      const payload = {
        ...{ hook_event_name: "PreToolUse", tool_use_id: "t1", permission_mode: "default", session_id: "s1" },
        ...{ transcript_path: "/t.jsonl", cwd: world.workspace, tool_name: "Bash", tool_input: { command } },
      };
      const asked = `printf %s ${Buffer.from(JSON.stringify(payload)).toString("base64")} | base64 -d | ${[process.execPath, ...commandArgs()].join(" ")} hook claude-code --daemon off`;
      const { stdout: answer } = await network.run("/bin/bash", ["-c", asked]);
      const text = /"command":("(?:[^"\\]|\\.)*")/.exec(answer)?.[1] ?? '""';
      const script = join(world.home, ".gatehouse/state/box/boxed-call");
      const other = join(world.root, "without-node");
      writeFileSync(
        other,
        readFileSync(script, "utf8").replace(/^gatehouse_node=.*$/m, "gatehouse_node=/bin/false"),
      );
      const run = String(JSON.parse(text)).replace(script, other);
      const { status, stdout, stderr } = await network.run("/bin/bash", ["-c", run]);
      expect(status).toBe(3);
      expect(stdout).toMatch(
        /^8\nreached 8\.8\.4\.4 .*\ngatehouse box: \[only\/these\] `other\.example:80` was refused/,
      );
      expect(stderr).toContain("[only/these] `other.example:80` was refused");
      expect(stderr).toMatch(/of the network only .*allowed\.example.* can be reached/);
      const noted = (): boolean =>
        existsSync(trail) &&
        readdirSync(trail).some((name) => readFileSync(join(trail, name), "utf8").includes('"box-refused"'));
      await expect.poll(noted, { timeout: 60_000 }).toBe(true);
    });
  },
);

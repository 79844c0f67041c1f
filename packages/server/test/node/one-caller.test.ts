import type { DecisionServerOptions } from "@gatehouse-hooks/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { isLaterTier } from "../../../../test/assert-law.js";
import { ask, tokenOf } from "../served.js";
import { evaluate, slow, started } from "./two-callers.js";

async function twoCallers(limits: DecisionServerOptions["limits"] = {}): Promise<string> {
  const { origin, server } = await started(limits);
  onTestFinished(() => server.close());
  return origin;
}

/** So many slow requests of one caller, of which so many are held, while another is answered. */
async function heldBack(origin: string, how: string, count: number, most: number): Promise<void> {
  const sent = await Promise.all(Array.from({ length: count }, () => slow(origin, how)));
  // Those that are one too many are answered at once; the others wait for their bodies.
  const refused = new Promise<number>((resolve) => {
    let answers = 0;
    for (const raw of sent)
      void raw.until(/^HTTP\/1\.1 503 /).then(
        () => ++answers === count - most && resolve(answers),
        () => undefined,
      );
  });
  expect(await refused).toBe(count - most);
  for (let time = 0; time < 5; time++) expect(await evaluate(origin, "token-of.other")).toBe(200);
  const held = sent.filter((raw) => raw.text() === "");
  expect(held).toHaveLength(most);
  expect(await evaluate(origin, tokenOf("decide"))).toBe(503);
  // When it lets go, it is answered again.
  await Promise.all(held.map(async ({ socket, closed }) => (socket.destroy(), await closed)));
  let status = 503;
  while (status === 503) status = await evaluate(origin, tokenOf("decide"));
  expect(status).toBe(200);
}

describe("one caller does not keep the server from others", () => {
  // With the limits of the program it takes more connections than the quick tier opens.
  test.runIf(isLaterTier()).each([
    ["slow bodies of a known length", "content-length: 500\r\n\r\n{", 192],
    ["slow bodies of any length", "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n", 64],
  ])("300 %s", async (_, how, most) => {
    await heldBack(await twoCallers(), how, 300, most);
  });

  test.each([
    ["requests", { maxCallerInFlight: 20 }, 20],
    ["bytes", { maxCallerBytes: 5_000 }, 10],
  ])("as many %s as the file of the server says", async (_, limits, most) => {
    await heldBack(await twoCallers(limits), "content-length: 500\r\n\r\n{", 40, most);
  });

  test("questions for a person", async () => {
    const { server } = await started({ maxCallerAsked: 3 });
    const call = async (n: number, token: string): Promise<unknown> =>
      (
        await ask(server, "/v1/decide", {
          token,
          body: {
            event: { event: "before_tool_call", toolName: "Bash", params: { command: `git push ${n}` } },
          },
        })
      ).body["approval"];
    const own = [];
    for (let n = 0; n < 4; n++) own.push((await call(n, tokenOf("decide"))) !== undefined);
    expect(own).toEqual([true, true, true, false]);
    // The same call waits already, and others have room.
    expect(await call(1, tokenOf("decide"))).toBeDefined();
    expect(await call(4, "token-of.other")).toBeDefined();
  });
});

test("a wrong method says the right ones, and an unknown address says so", async () => {
  const { server } = await started({});
  const wrong = await ask(server, "/access/v1/evaluation", { method: "GET" });
  expect([wrong.status, wrong.headers.get("allow"), wrong.body["code"]]).toEqual([
    405,
    "POST",
    "wrong-method",
  ]);
  const posted = await ask(server, "/healthz", { body: {} });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  const both = await ask(server, "/v1/hooks/claude-code", { method: "GET" });
  expect([both.status, both.headers.get("allow")]).toEqual([405, "POST"]);
  expect((await ask(server, "/nowhere")).status).toBe(404);
});

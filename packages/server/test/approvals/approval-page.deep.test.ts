import { createGatehouse } from "@gatehouse-hooks/core";
import { createDecisionServer, type DecisionServer } from "@gatehouse-hooks/server";
import { listen, type Listening } from "@gatehouse-hooks/server/node";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import type { BrowserPage, PageOptions } from "../../../playground/test/browser/browser-types.js";
import { until } from "../../../playground/test/browser/until.js";
import { type Chromium, LOOKS, startChromium } from "../../../../test/chromium.js";
import { callersOf, KEY, tokenOf } from "../served.js";

const POLICIES = `
version: 1
policies:
  - id: deletes-ask
    events: before_tool_call
    when: facts.deletes.any(d, true)
    ask: deleting cannot be taken back
  - id: mails-ask
    events: message_sending
    ask: who sends that?
`;

let chromium: Chromium;
beforeAll(async () => {
  chromium = await startChromium();
}, 300_000);
afterAll(async () => {
  await chromium.close();
});

interface Served {
  readonly server: DecisionServer;
  readonly listening: Listening;
}

async function served(askedMs = 900_000): Promise<Served> {
  const server = createDecisionServer({
    key: KEY,
    limits: { askedMs },
    tenants: [
      {
        name: "main",
        gatehouse: await createGatehouse({ policies: { text: POLICIES } }),
        callers: callersOf(),
      },
    ],
  });
  const listening = await listen(server, { port: 0 });
  onTestFinished(async () => {
    await listening.close();
    await server.close();
  });
  return { server, listening };
}

/** Asks as an agent's hook does, over the network. */
async function decide({ listening }: Served, event: object): Promise<string> {
  const answer = await fetch(`${listening.origin}/v1/decide`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokenOf("decide")}`, "content-type": "application/json" },
    body: JSON.stringify({ event }),
  });
  const body = (await answer.json()) as { readonly decision: { readonly effect: string } };
  return body.decision.effect;
}

function call(command: string, more: object = {}): object {
  return { event: "before_tool_call", toolName: "Bash", params: { command }, ...more };
}

const FROM = { cwd: "/home/you/shop", sessionKey: "s-1", agentId: "claude-code" };
const DELETES = call("rm -rf build", { ...FROM, params: { command: "rm -rf build", timeout: 5 } });
const SECRET = call("rm -rf a; TOKEN=ghp_abcdefghijklmnopqrstuvwxyz0123456789 ./x");
const MARKUP = {
  event: "message_sending",
  message: "\u202e<img src=x onerror=alert(1)><script>alert(2)</script>",
};

/** A page of the server, with a token typed in. */
async function opened(
  one: Served,
  look: PageOptions = LOOKS[2] as PageOptions,
  token = tokenOf("approve"),
): Promise<{ readonly page: BrowserPage; readonly wrong: readonly string[] }> {
  const at = await chromium.open(`${one.listening.origin}/approvals`, look);
  onTestFinished(() => at.page.close());
  await at.page.evaluate('document.getElementById("token").focus()');
  await at.page.keyboard.insertText(token);
  await at.page.keyboard.press("Enter");
  return at;
}

async function text(page: BrowserPage, id: string): Promise<string> {
  return String(await page.evaluate(`document.getElementById("${id}").innerText`));
}

const titled = (title: string): string => `document.title === ${JSON.stringify(title)}`;

describe("the page for approvals in Chromium", () => {
  test.each(LOOKS)("as a person sees it: $viewport.width $colorScheme", async (look) => {
    const one = await served();
    const name = `${look.viewport.width}-${look.colorScheme}`;
    const { page, wrong } = await opened(one, look);
    await until(page, 'document.getElementById("none") !== null');
    await chromium.shoot(page, "approvals", `${name}-empty`);
    for (const event of [DELETES, SECRET, MARKUP]) expect(await decide(one, event)).toBe("ask");
    await until(page, titled("(3) Waiting for approval"));
    const calls = await text(page, "calls");
    for (const shown of ["rm -rf build", "/home/you/shop", "main-decide, claude-code", "s-1", "timeout"])
      expect(calls).toContain(shown);
    expect(calls).toMatch(/it does\s+deletes ~\/shop\/build\/\*\*: rm -rf operand 1\n/);
    expect(calls).toMatch(/since\s+\S+.* ago\s+until\s+\S+.*, in 14 min/);
    expect(calls).toContain("1 part is hidden, as it looks like a secret: [redacted:");
    expect(calls).not.toContain("ghp_");
    expect(calls).toContain("\\u{202e}<img src=x onerror=alert(1)>");
    expect(await page.evaluate('document.querySelectorAll("main img, main script").length')).toBe(0);
    expect(
      await page.evaluate('[...document.querySelectorAll(".call button")].map((b) => b.innerText).join()'),
    ).toBe(Array.from({ length: 3 }, () => "Refuse,Approve once").join());
    await chromium.shoot(page, "approvals", `${name}-waiting`);
    expect(wrong).toEqual([]);
    // Chromium adds no script to a page whose policy forbids it.
    const { page: free } = await opened(one, { ...look, bypassCSP: true });
    await until(free, titled("(3) Waiting for approval"));
    expect(await chromium.faults(free)).toEqual([]);
  });

  test("answers are given with the keyboard, Refuse first, and stay in sight; what others answered is said", async () => {
    const one = await served();
    for (const event of [DELETES, SECRET, MARKUP]) expect(await decide(one, event)).toBe("ask");
    const { page, wrong } = await opened(one);
    await until(page, titled("(3) Waiting for approval"));
    const active = "document.activeElement.getAttribute('aria-label')";
    for (let tries = 0; tries < 9 && (await page.evaluate(active)) === null; tries++)
      await page.keyboard.press("Tab");
    expect(await page.evaluate(active)).toBe("Refuse, Bash: rm -rf build");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(active)).toBe("Approve once, Bash: rm -rf build");
    await page.keyboard.press("Enter");
    await until(page, titled("(2) Waiting for approval"));
    expect(await text(page, "said")).toContain("Approved once, Bash: rm -rf build");
    expect(await decide(one, DELETES)).toBe("allow");
    for (let tries = 0; tries < 9 && (await page.evaluate(active)) === null; tries++)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await until(page, titled("(1) Waiting for approval"));
    expect(await decide(one, SECRET)).toBe("deny");
    const headers = {
      authorization: `Bearer ${tokenOf("approve")}`,
      "content-type": "application/json",
    };
    const list = await fetch(`${one.listening.origin}/v1/approvals`, { headers });
    const [left] = ((await list.json()) as { readonly approvals: readonly { readonly id: string }[] })
      .approvals;
    await fetch(`${one.listening.origin}/v1/approvals/${left?.id}`, {
      method: "POST",
      headers,
      body: '{"answer":"refuse"}',
    });
    await until(page, titled("Waiting for approval"));
    const history = await text(page, "history");
    expect(history).toMatch(
      /^answered elsewhere [^]*<img src=x [^]*\nrefused .*, Bash: rm -rf a; TOKEN=\[redacted:.*\napproved once .*, Bash: rm -rf build$/,
    );
    await chromium.shoot(page, "approvals", "history");
    expect(wrong).toEqual([]);
  });

  test("a call that nobody answered in time is said to have ended", async () => {
    const one = await served(2_500);
    await decide(one, DELETES);
    const { page } = await opened(one);
    await until(page, 'document.getElementById("history").innerText.includes("ended without an answer")');
    expect(await page.evaluate("document.title")).toBe("Waiting for approval");
  });

  test("a wrong token, one of another role, and a server that is gone are said, in words", async () => {
    const one = await served();
    await decide(one, DELETES);
    for (const token of ["wrong", tokenOf("decide")]) {
      const { page } = await opened(one, LOOKS[0], token);
      await until(
        page,
        'document.getElementById("problem").innerText.startsWith("This token shows nothing: ")',
      );
      expect(await text(page, "calls")).toBe("");
      await chromium.shoot(page, "approvals", `token-${token === "wrong" ? token : "role"}`);
    }
    const { page } = await opened(one);
    await until(page, titled("(1) Waiting for approval"));
    await one.listening.close();
    await until(page, 'document.getElementById("problem").innerText.startsWith("The server ")');
    expect(await text(page, "calls")).toContain("rm -rf build");
    await chromium.shoot(page, "approvals", "gone");
  });

  test("a call that comes while the page is not in front is notified, once", async () => {
    const one = await served();
    const { page } = await opened(one);
    await until(page, 'document.getElementById("none") !== null');
    await page.evaluate(`
      window.told = [];
      window.Notification = class extends EventTarget {
        static permission = "granted";
        constructor(title, { body }) { super(); window.told.push(title + ": " + body); }
      };
      document.hasFocus = () => false;
    `);
    await decide(one, DELETES);
    await until(page, titled("(1) Waiting for approval"));
    await decide(one, SECRET);
    await until(page, titled("(2) Waiting for approval"));
    expect(await page.evaluate("window.told.join('|')")).toMatch(
      /^Bash waits for approval: rm -rf build\|Bash waits for approval: rm -rf a; TOKEN=\[redacted:[^|]*$/,
    );
  });
});

import { createServer } from "node:net";
import { createGatehouse } from "@gatehouse-hooks/core";
import { createDecisionServer } from "@gatehouse-hooks/server";
import { listen } from "@gatehouse-hooks/server/node";
import { createPasskeys, inviteFor, type PasskeyStore } from "@gatehouse-hooks/server/passkeys";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import type { BrowserPage, DevTools, PageOptions } from "../../../playground/test/browser/browser-types.js";
import { until } from "../../../playground/test/browser/until.js";
import { type Chromium, LOOKS, startChromium } from "../../../../test/chromium.js";
import { callersOf, KEY, tokenOf } from "../served.js";

const POLICIES = "version: 1\npolicies: [{ id: asks, events: before_tool_call, ask: is it fine? }]";
const ALICE = { tenant: "main", caller: "main-approve" };
const PHONE = LOOKS[0] as PageOptions;

let chromium: Chromium | undefined;
beforeAll(async () => {
  chromium = await startChromium().catch(() => undefined);
}, 300_000);
afterAll(async () => {
  await chromium?.close();
});

/** A port that is free: an address has to be known before a server is made. */
async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const server = createServer().listen(0, "localhost", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}

interface Served {
  readonly origin: string;
  readonly kept: () => string | undefined;
}

async function served(): Promise<Served> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let kept: string | undefined;
  const store: PasskeyStore = {
    read: async () => kept,
    change: async (changed) => void (kept = changed(kept)),
  };
  const server = createDecisionServer({
    key: KEY,
    passkeys: createPasskeys({ key: KEY, origin, store }),
    tenants: [
      {
        name: "main",
        gatehouse: await createGatehouse({ policies: { text: POLICIES } }),
        callers: callersOf(),
      },
    ],
  });
  const listening = await listen(server, { host: "localhost", port });
  onTestFinished(async () => {
    await listening.close();
    await server.close();
  });
  return { origin, kept: () => kept };
}

async function decide({ origin }: Served, command: string): Promise<string> {
  const answer = await fetch(`${origin}/v1/decide`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokenOf("decide")}`, "content-type": "application/json" },
    body: JSON.stringify({ event: { event: "before_tool_call", toolName: "Bash", params: { command } } }),
  });
  return ((await answer.json()) as { readonly decision: { readonly effect: string } }).decision.effect;
}

interface Phone {
  readonly page: BrowserPage;
  readonly tools: DevTools;
  readonly wrong: readonly string[];
}

/** A page with an authenticator of the device, and a token typed in. @param verified the person shows a finger when asked */
async function phone(at: Chromium, url: string, verified = true): Promise<Phone> {
  const { page, wrong } = await at.open("about:blank", PHONE);
  onTestFinished(() => page.close());
  const tools = await page.context().newCDPSession(page);
  await tools.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
  };
  await tools.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...options, isUserVerified: verified, automaticPresenceSimulation: true },
  });
  await page.goto(url);
  await page.evaluate('document.getElementById("token").focus()');
  await page.keyboard.insertText(tokenOf("approve"));
  await page.keyboard.press("Enter");
  return { page, tools, wrong };
}

const said = (text: string): string =>
  `document.getElementById("said").innerText.includes(${JSON.stringify(text)})`;
const WAITS = "document.querySelector('.call .approve') !== null";

/** As a person does who has no mouse. */
async function press(page: BrowserPage, button: string): Promise<void> {
  await page.evaluate(`document.querySelector(${JSON.stringify(button)}).focus()`);
  await page.keyboard.press("Enter");
}

/** Registers the passkey of a phone that was opened with a link. */
async function registered(at: Chromium, one: Served): Promise<Phone> {
  const link = `${one.origin}/approvals#passkey=${inviteFor(KEY, ALICE, Date.now())}`;
  const opened = await phone(at, link);
  await until(opened.page, '!document.getElementById("register").hidden');
  await at.shoot(opened.page, "approvals", "passkey-register");
  await press(opened.page, "#register button");
  await until(opened.page, said("This passkey is registered: you have 1."));
  await until(opened.page, 'document.getElementById("register").hidden && location.hash === ""');
  return opened;
}

test("a phone registers a passkey by a link, and approves just the call that it shows", async ({ skip }) => {
  if (chromium === undefined) return skip("there is no Chromium: apt-get install chromium");
  const one = await served();
  const { page, wrong } = await registered(chromium, one);
  expect(await decide(one, "rm x")).toBe("ask");
  await until(page, WAITS);
  await press(page, ".call .approve");
  await until(page, said("Approved once, Bash: rm x"));
  await chromium.shoot(page, "approvals", "passkey-approved");
  expect(await decide(one, "rm x")).toBe("allow");
  expect(await decide(one, "rm x")).toBe("ask");
  expect(await decide(one, "rm y")).toBe("ask");
  expect(JSON.parse(one.kept() ?? "")).toMatchObject([{ ...ALICE, counter: 2 }]);
  expect(wrong).toEqual([]);
}, 120_000);

test("a token alone, a code that was used and a phone without a passkey of the person approve nothing, and are told why", async ({
  skip,
}) => {
  if (chromium === undefined) return skip("there is no Chromium: apt-get install chromium");
  const one = await served();
  // A minute old: two of the same millisecond are one code.
  const code = inviteFor(KEY, ALICE, Date.now() - 60_000);
  const link = `${one.origin}/approvals#passkey=${code}`;
  await registered(chromium, one);
  expect(await decide(one, "rm x")).toBe("ask");
  // Another device, which has the token.
  const { page } = await phone(chromium, `${one.origin}/approvals`);
  await until(page, WAITS);
  await press(page, ".call .approve");
  await until(page, said("Not answered, Bash: rm x"));
  // A link that another has opened first: the device that has used it keeps the passkey.
  const first = await phone(chromium, link);
  await until(first.page, '!document.getElementById("register").hidden');
  await press(first.page, "#register button");
  await until(first.page, said("you have 2"));
  const second = await phone(chromium, link);
  await until(second.page, '!document.getElementById("register").hidden');
  await press(second.page, "#register button");
  await until(second.page, said("the code was used"));
  await chromium.shoot(second.page, "approvals", "passkey-used");
  // Who holds the phone is not the person: no finger, no yes.
  const stranger = await phone(chromium, `${one.origin}/approvals`, false);
  await until(stranger.page, WAITS);
  await press(stranger.page, ".call .approve");
  await until(stranger.page, said("Not answered, Bash: rm x"));
  expect(await decide(one, "rm x")).toBe("ask");
}, 120_000);

test("what the browser signed for one call is refused for another, and for itself once more", async ({
  skip,
}) => {
  if (chromium === undefined) return skip("there is no Chromium: apt-get install chromium");
  const one = await served();
  const { page } = await registered(chromium, one);
  for (const command of ["rm x", "rm y"]) expect(await decide(one, command)).toBe("ask");
  await until(page, "document.querySelectorAll('.call').length === 2");
  const tried = await page.evaluate(`(async () => {
    const headers = { authorization: "Bearer ${tokenOf("approve")}", "content-type": "application/json" };
    const { approvals: [x, y] } = await (await fetch("/v1/approvals", { headers })).json();
    const options = await (await fetch("/v1/approvals/" + x.id + "/passkey", { headers })).json();
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const passkey = (await navigator.credentials.get({ publicKey })).toJSON();
    const send = async (id) => {
      const body = JSON.stringify({ answer: "approve", passkey });
      const answer = await fetch("/v1/approvals/" + id, { method: "POST", headers, body });
      return answer.status + " " + ((await answer.json()).detail ?? "");
    };
    return [await send(y.id), await send(x.id), await send(x.id), await send(y.id)];
  })()`);
  expect(tried).toEqual([
    "403 the passkey has signed another call: look at this one, and approve it there",
    "200 ",
    "409 `main-approve` has answered before",
    "403 the passkey has signed another call: look at this one, and approve it there",
  ]);
  expect(await decide(one, "rm y")).toBe("ask");
}, 120_000);

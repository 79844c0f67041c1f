import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import path from "node:path";
import { createDecisionServer } from "@gatehouse-hooks/server";
import { listen, type Listening } from "@gatehouse-hooks/server/node";
import { expect, onTestFinished, test } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";
import { gatehouseOf, KEY, sha256, tokenOf } from "../served.js";

interface Pair {
  readonly key: string;
  readonly cert: string;
}

/** Makes certificates as an operator would. */
function authority(
  folder: string,
  name: string,
): { readonly ca: string; readonly issue: (subject: string) => Pair } {
  const openssl = (...words: string[]): void =>
    void execFileSync("openssl", words, { cwd: folder, stdio: "ignore" });
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...curve,
    "-keyout",
    `${name}.key`,
    "-out",
    `${name}.crt`,
    "-subj",
    `/CN=${name}`,
    "-days",
    "2",
  );
  const read = (file: string): string => readFileSync(path.join(folder, file), "utf8");
  return {
    ca: read(`${name}.crt`),
    issue: (subject) => {
      const at = `${name}-${subject}`;
      openssl("req", ...curve, "-keyout", `${at}.key`, "-out", `${at}.csr`, "-subj", `/CN=${subject}`);
      const signer = ["-CA", `${name}.crt`, "-CAkey", `${name}.key`, "-CAcreateserial"];
      openssl("x509", "-req", "-in", `${at}.csr`, ...signer, "-out", `${at}.crt`, "-days", "2");
      return { key: read(`${at}.key`), cert: read(`${at}.crt`) };
    },
  };
}

const POLICIES = "version: 1\npolicies: [{ id: all, events: access_request, allow: everything }]";
const READ = JSON.stringify({
  subject: { type: "user", id: "alice" },
  action: { name: "read" },
  resource: { type: "book", id: "1" },
});

interface Said {
  readonly status: number;
  readonly text: string;
}

function evaluate(
  { origin }: Listening,
  ca: string,
  { pair, token }: { readonly pair?: Pair | undefined; readonly token?: string | undefined },
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${origin}/access/v1/evaluation`,
      {
        ...{
          method: "POST",
          ca,
          agent: false,
          ...pair,
          servername: "server",
          checkServerIdentity: () => undefined,
        },
        headers: {
          "content-type": "application/json",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on("error", reject);
    sent.end(READ);
  });
}

test("a client is known by its certificate; one of another authority, or of nobody known, is nobody", async () => {
  const folder = await tempDir();
  const ours = authority(folder, "ours");
  const [server, gateway, stranger, answerer] = ["server", "gateway", "stranger", "answerer"].map(ours.issue);
  const foreign = authority(folder, "foreign").issue("gateway");
  if (server === undefined || gateway === undefined) throw new Error("openssl made no certificates");
  const fingerprint = (pair: Pair | undefined): string =>
    new X509Certificate(pair?.cert ?? "").fingerprint256.replaceAll(":", "").toLowerCase();
  const decisions = createDecisionServer({
    key: KEY,
    tenants: [
      {
        name: "main",
        gatehouse: await gatehouseOf(POLICIES),
        callers: [
          { name: "gateway", roles: ["decide"], certificateSha256: fingerprint(gateway) },
          { name: "answerer", roles: ["answer"], certificateSha256: fingerprint(answerer) },
          // Its certificate is listed, but the authority has not signed it: it must not count.
          { name: "foreign", roles: ["decide"], certificateSha256: fingerprint(foreign) },
          { name: "shop", roles: ["decide"], tokenSha256: sha256(tokenOf("decide")) },
        ],
      },
    ],
  });
  const listening = await listen(decisions, { port: 0, tls: { ...server, ca: ours.ca } });
  onTestFinished(() => listening.close());
  expect(listening.origin).toMatch(/^https:/);
  const said = async (who: Parameters<typeof evaluate>[2]): Promise<readonly [number, boolean]> => {
    const { status, text } = await evaluate(listening, ours.ca, who);
    return [status, text.includes('"decision":true')];
  };
  expect(await said({ pair: gateway })).toEqual([200, true]);
  expect(await said({ token: tokenOf("decide") })).toEqual([200, true]);
  expect(await said({ pair: stranger })).toEqual([401, false]);
  expect(await said({ pair: foreign })).toEqual([401, false]);
  expect(await said({})).toEqual([401, false]);
  expect(await said({ pair: answerer })).toEqual([403, false]);
  // A token that is wrong is not made good by a certificate, nor the other way round.
  expect(await said({ pair: gateway, token: "wrong" })).toEqual([401, false]);
  expect(await said({ pair: foreign, token: tokenOf("decide") })).toEqual([200, true]);
});

test("without an authority no certificate of a client counts", async () => {
  const folder = await tempDir();
  const ours = authority(folder, "ours");
  const [server, client] = [ours.issue("server"), ours.issue("client")];
  const decisions = createDecisionServer({
    key: KEY,
    tenants: [
      {
        name: "main",
        gatehouse: await gatehouseOf(POLICIES),
        callers: [
          {
            name: "client",
            roles: ["decide"],
            certificateSha256: new X509Certificate(client.cert).fingerprint256
              .replaceAll(":", "")
              .toLowerCase(),
          },
        ],
      },
    ],
  });
  const listening = await listen(decisions, { port: 0, tls: server });
  onTestFinished(() => listening.close());
  expect((await evaluate(listening, ours.ca, { pair: client })).status).toBe(401);
});

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ociPlace, pushToRegistry } from "@gatehouse-hooks/server/bundles";
import { ociSource } from "../src/bundles/oci-registry.js";

/** Debian's package has the registry; without it there is nothing to try a registry with. */
const has = (() => {
  try {
    execFileSync("docker-registry", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

const folder = mkdtempSync(join(tmpdir(), "gatehouse-registry-"));
let origin = "";
let end: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  if (!has) return;
  const port = await freePort();
  origin = `127.0.0.1:${port}`;
  const config = join(folder, "config.yml");
  writeFileSync(
    config,
    `version: 0.1\nstorage: { filesystem: { rootdirectory: ${folder}/data } }\nhttp: { addr: ${origin} }\n`,
  );
  const child = spawn("docker-registry", ["serve", config], { stdio: "ignore" });
  end = async () => {
    child.kill();
    await once(child, "exit");
  };
  while (
    !(await fetch(`http://${origin}/v2/`)
      .then(({ ok }) => ok)
      .catch(() => false))
  )
    await new Promise((resolve) => setTimeout(resolve, 50));
});

afterAll(async () => {
  await end();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

test.skipIf(!has)("a registry keeps a bundle, and says when it is the same", async () => {
  const place = ociPlace(`oci://${origin}/policies/team:stable`);
  const source = ociSource(place);
  const first = Buffer.from("the first bundle");
  const digest = await pushToRegistry(place, first);
  const fetched = await source.fetch(undefined);
  expect(fetched).toMatchObject({ kind: "bytes", tag: digest });
  expect(fetched.kind === "bytes" && Buffer.from(fetched.bytes).equals(first)).toBe(true);
  expect(await source.fetch(digest)).toEqual({ kind: "same" });
  const next = await pushToRegistry(place, Buffer.from("the second bundle"));
  expect(await source.fetch(digest)).toMatchObject({ kind: "bytes", tag: next });
  // What is there already is not sent again, and gives the same digest.
  expect(await pushToRegistry(place, first)).toBe(digest);
});

test.skipIf(!has)("what is not there, and what is no bundle, is said", async () => {
  await expect(ociSource(ociPlace(`oci://${origin}/policies/none:stable`)).fetch(undefined)).rejects.toThrow(
    "answers 404",
  );
});

test.each(["oci://host/a", "oci://HOST/a:b", "oci://host/../a:b", "oci://host/a:b?c", "https://host/a:b"])(
  "%s is no place in a registry",
  (text) => {
    expect(() => ociPlace(text)).toThrow(TypeError);
  },
);

#!/usr/bin/env node
// The part of Codex that `gatehouse init` talks to: lists the hooks of hooks.json with hashes, and keeps trusted hashes in config.toml.
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const folder = process.env.CODEX_HOME ?? join(process.env.HOME, ".codex");
const config = join(folder, "config.toml");
if (process.argv[2] === "--version") {
  console.log("codex-cli 0.169.0");
  process.exit(0);
}
const snake = (name) => name.replace(/[A-Z]/g, (one, at) => `${at === 0 ? "" : "_"}${one.toLowerCase()}`);
function list() {
  const file = join(folder, "hooks.json");
  if (!existsSync(file)) return [];
  const known = existsSync(config) ? readFileSync(config, "utf8") : "";
  return Object.entries(JSON.parse(readFileSync(file, "utf8")).hooks).flatMap(([event, groups]) =>
    groups.flatMap((group, i) =>
      group.hooks.map((hook, j) => {
        const key = `${file}:${snake(event)}:${i}:${j}`;
        const currentHash = `sha256:${createHash("sha256")
          .update(JSON.stringify([group.matcher, hook]))
          .digest("hex")}`;
        const trusted = known.includes(
          `[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${currentHash}"`,
        );
        return { key, currentHash, command: hook.command, trustStatus: trusted ? "trusted" : "untrusted" };
      }),
    ),
  );
}
const answers = {
  initialize: () => ({}),
  "hooks/list": () => ({ data: [{ hooks: list(), errors: [] }] }),
  "config/batchWrite": ({ edits: [{ value }] }) => {
    for (const [key, { trusted_hash: hash }] of Object.entries(value))
      appendFileSync(config, `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${hash}"\n`);
    return {};
  },
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ id, result: answers[method](params) }));
}

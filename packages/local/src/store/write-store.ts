import { writePrivateFile } from "@gatehouse-hooks/audit";
import { eventsListed } from "@gatehouse-hooks/engine";
import { storePolicySet } from "@gatehouse-hooks/store";
import { HOSTS } from "@gatehouse-hooks/hosts";
import type { JsonValue } from "@gatehouse-hooks/json";
import type { RepeatableLooks } from "@gatehouse-hooks/runtime";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DecisionPolicies } from "./decision-policies.js";
import { storeChecksum } from "./store-place.js";
import type { StorePlace } from "./store-place.js";
import { copiesOf, type StoredAbout } from "./stored-copies.js";
import { writerMark } from "./store-place.js";

/** The most stores of a folder: each project and each set of options has its own. */
const MAX_STORES = 256;
const STORE = /^policies-[0-9a-f]{16,32}\.store$/;

/**
 * Writes the store of a place, for this user only, all at once.
 *
 * @throws what the file system throws
 */
export async function writeStore(
  { file, folder, key }: StorePlace,
  { set, issues, lost, notices, found, claims, ownWords, observes, organisation }: DecisionPolicies,
  { looks, files }: RepeatableLooks,
): Promise<{ readonly bytes: number }> {
  const listed = eventsListed(set);
  // The runtime completes some events, and decides the twins of others: a store alone does neither.
  const completed = HOSTS.flatMap(({ complete, events, twins }) => [
    ...(complete === undefined ? [] : events.map(({ name }) => name)),
    ...Object.entries(twins?.of ?? {}).flatMap(([name, of]) => (listed.has(name) ? of : [])),
  ]);
  const copies = copiesOf(files);
  const about: StoredAbout = {
    key,
    looks,
    copies: copies.places,
    notices,
    found,
    claims,
    ownWords,
    observes,
    organisation,
    completed,
  };
  const text = storePolicySet(
    { set, issues, lost },
    { hash: storeChecksum, writer: writerMark() },
    // Plain data, made of JSON.
    JSON.parse(JSON.stringify(about)) as JsonValue,
  );
  const bytes = Buffer.concat([Buffer.from(text, "latin1"), ...copies.bytes]);
  await writePrivateFile(file, bytes);
  await prune(folder).catch(() => undefined);
  return { bytes: bytes.length };
}

/** Removes the stores that were written longest ago, where there are too many. */
async function prune(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => STORE.test(name));
  if (names.length <= MAX_STORES) return;
  const files = await Promise.all(
    names.map(async (name) => ({ file: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  files.sort((a, b) => b.at - a.at);
  for (const { file } of files.slice(MAX_STORES)) await rm(file, { force: true });
}

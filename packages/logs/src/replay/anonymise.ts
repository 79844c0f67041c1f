import { isRecord } from "@gatehouse-hooks/json";
import { createHmac, randomBytes } from "node:crypto";

/** Words of paths that name no person and no project. */
const PLAIN: ReadonlySet<string> = new Set(
  (
    ". .. ~ bin boot dev etc home lib lib64 media mnt opt private proc root run sbin srv sys tmp usr var local share " +
    "Users Volumes Applications Library src lib test tests docs dist build packages apps scripts node_modules .git .github .ssh .aws .config .env .cache .npmrc .bashrc .zshrc"
  ).split(" "),
);
/** Hosts that name no person and no organisation. */
const PLAIN_HOSTS: ReadonlySet<string> = new Set([
  "localhost",
  "127.0.0.1",
  "0.0.0.0",
  "github.com",
  "gitlab.com",
  "registry.npmjs.org",
  "pypi.org",
]);
/** Fields of a report whose strings are words of ours, of a policy or of a table, and stay. */
const KEPT_FIELDS: ReadonlySet<string> = new Set([
  "policy",
  "tier",
  "effect",
  "kind",
  "code",
  "change",
  "event",
  "tool",
  "agent",
  "outcome",
  "person",
  "day",
  "neverHit",
  "changed",
  "unclear",
  "witness",
]);

const HOMES: ReadonlySet<string> = new Set(["home", "Users"]);

/** A path: words with slashes between them. */
const PATH = /(?<![\w.@~+-])(?:[A-Za-z]:)?[\w.@~+-]*(?:[/\\][\w.@~+-]+)+/g;
/** A host with a dot in it, after `//` or `@`, or an address of four numbers. */
const HOST = /(?<=(?:\/\/|@))[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*|\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
/** The folder of a user. */
const USER = /(?:^|[/\\])(?:home|Users)[/\\](?<name>[\w.-]+)/g;
/** A name before `@`. */
const BEFORE_AT = /(?<![\w.+-])(?<name>[\w.+-]+)(?=@[A-Za-z0-9])/g;
const WORD = /[A-Za-z0-9_-]+/g;

/**
 * Replaces paths, names of users and hosts in every string of a report: the same thing by the same word all through it, and by another
 * one in the next report. Names of policies, tools and agents stay.
 *
 * @param names of people and machines that are known: the user's own, and the one of this machine
 * @param key what the words depend on
 */
export function anonymise<Report>(
  report: Report,
  names: readonly string[],
  key: Uint8Array = randomBytes(32),
): Report {
  const known = new Set(names.filter((name) => name.length > 1 && !PLAIN.has(name)));
  visit(report, (text) => {
    for (const pattern of [USER, BEFORE_AT])
      for (const { groups } of text.matchAll(pattern)) {
        const name = groups?.["name"];
        if (name !== undefined && name.length > 1 && !PLAIN.has(name)) known.add(name);
      }
    return text;
  });
  const word = (kind: string, text: string): string =>
    `${kind}-${createHmac("sha256", key).update(text).digest("hex").slice(0, 8)}`;
  const segment = (text: string): string => {
    if (text === "" || PLAIN.has(text)) return text;
    const dot = text.lastIndexOf(".");
    const end = dot > 0 && text.length - dot <= 6 ? text.slice(dot) : "";
    return known.has(text) ? word("user", text) : `${word("name", text)}${end}`;
  };
  const part = pathPart(segment);
  const ofPath = (path: string): string =>
    path
      .split(/(?<slash>[/\\])/)
      // A folder of homes holds users, also those who are called as a folder of the system is.
      .map((one, at, all) =>
        HOMES.has(all[at - 2] ?? "") && PLAIN.has(one) && /\w/.test(one) ? word("user", one) : part(one),
      )
      .join("");
  const replaced = (text: string, field: string): string => {
    if (field === "session") return word("session", text);
    if (field === "path") return ofPath(text);
    return text
      .replace(HOST, (host) => (PLAIN_HOSTS.has(host) ? host : word("host", host)))
      .replace(PATH, ofPath)
      .replace(WORD, (one) => (known.has(one) ? word("user", one) : one));
  };
  return visit(report, replaced) as Report;
}

/** Hosts have their word by now, and a drive is none. */
function pathPart(segment: (text: string) => string): (part: string) => string {
  return (part) => (/^(?:[/\\]|[A-Za-z]:|host-[0-9a-f]{8})$/.test(part) ? part : segment(part));
}

/** Every string but those of fields that stay. */
function visit(value: unknown, replaced: (text: string, field: string) => string, field = ""): unknown {
  if (KEPT_FIELDS.has(field)) return value;
  if (typeof value === "string") return replaced(value, field);
  if (Array.isArray(value)) return value.map((one) => visit(one, replaced, field));
  if (!isRecord(value)) return value;
  // `fromEntries` makes own properties, `__proto__` too.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, visit(member, replaced, name)]),
  );
}

import { readFileSync } from "node:fs";

import { z } from "zod";

/** Where the project lives, as its owner says in `tools/addresses.json`. */
export interface Addresses {
  /** The repository, `https://host/owner/name`: what manifests, links and workflows are about. */
  readonly repository: string;
  /** The site. */
  readonly homepage: string;
  /** Where problems are reported in public. */
  readonly bugs: string;
  /** Where vulnerabilities are reported in private: a mail address, or an https address. */
  readonly security: string;
}

/** The addresses, or why there are none, one sentence each. */
export type AddressReading =
  | { readonly kind: "addresses"; readonly addresses: Addresses }
  | { readonly kind: "problems"; readonly problems: readonly string[] };

const SHAPE = z.strictObject({
  repository: z.string().check(filled(isRepository, "expected one repository, `https://host/owner/name`")),
  homepage: z.string().check(filled(isHttps, "expected an https address")),
  bugs: z.string().check(filled(isHttps, "expected an https address")),
  security: z
    .string()
    .check(filled((text) => isMail(text) || isHttps(text), "expected a mail address or an https address")),
});

/**
 * Reads the file of addresses. All four have to be there: a release with an address that somebody made up would send
 * reports of vulnerabilities to strangers.
 *
 * @param text the JSON
 * @param name the file, for messages
 */
export function readAddresses(text: string, name: string): AddressReading {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { kind: "problems", problems: [`${name}: ${String(error)}`] };
  }
  const { data, error } = SHAPE.safeParse(json);
  if (data !== undefined) return { kind: "addresses", addresses: data };
  return {
    kind: "problems",
    problems: error.issues.map(({ path, message }) =>
      [`${name}:`, ...path.map((key) => `\`${String(key)}\``), message].join(" "),
    ),
  };
}

/** {@link readAddresses} of a file. */
export function addressesIn(file: string): AddressReading {
  return readAddresses(readFileSync(file, "utf8"), file);
}

function filled(isGood: (text: string) => boolean, expected: string): z.core.CheckFn<string> {
  return (context) => {
    const { value } = context;
    if (value === "")
      context.issues.push({ code: "custom", input: value, message: "is empty: the owner fills it in" });
    else if (!isGood(value))
      context.issues.push({ code: "custom", input: value, message: `is \`${value}\`: ${expected}` });
  };
}

function isHttps(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "";
}

/** With two steps of a path, and nothing behind them that would end up in the middle of a link. */
function isRepository(text: string): boolean {
  return isHttps(text) && /^https:\/\/[^/?#]+\/[\w.-]+\/[\w.-]+$/.test(text) && !text.endsWith(".git");
}

function isMail(text: string): boolean {
  return /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/.test(text);
}

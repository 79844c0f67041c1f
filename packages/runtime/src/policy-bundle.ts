import type { KeyObject } from "node:crypto";
import { isRecord, parseJsonObject, isList } from "@gatehouse-hooks/json";
import { readSigned } from "./trust/signed-statement.js";

/** A policy file of a bundle. */
export interface BundledFile {
  /** Its place in the folder that was bundled, with `/` between folders. */
  readonly path: string;
  readonly text: string;
}

/** Policies that travel as one file. */
export interface PolicyBundle {
  /** Lower-case letters, digits and dashes. */
  readonly name: string;
  /** In the order of their paths. */
  readonly files: readonly BundledFile[];
}

/** A bundle that a pinned key has signed, or why it is refused. */
export type ReadBundle =
  | {
      readonly kind: "bundle";
      readonly bundle: PolicyBundle;
      /** Goes up with each signature. */
      readonly version: number;
      /** SHA-256 of the bundle without its signature, in lower-case hex. */
      readonly sha256: string;
    }
  | { readonly kind: "refused"; readonly message: string };

const FORM = "bundle 1";
const NAME = /^[a-z0-9][a-z0-9-]{0,60}$/;
const PATH = /^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[^\p{Cc}\\]{1,500}$/u;
/** Bytes of a bundle, its signature with it. */
export const MAX_BUNDLE_BYTES: number = 16 * 1024 * 1024;
const MAX_FILES = 10_000;
/** A signature is a few hundred bytes. */
const MAX_SIGNATURE = 4_096;
const SEPARATOR = "\n\n";

/**
 * The text of a bundle: the same files have the same text.
 *
 * @throws TypeError for a name or a path that is none, and for two files of one path
 */
export function bundleText({ name, files }: PolicyBundle): string {
  if (!NAME.test(name))
    throw new TypeError(
      `expected the name of a bundle in lower-case letters, digits and dashes, got ${name}`,
    );
  const sorted = files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
  sorted.forEach(({ path }, at) => {
    if (!PATH.test(path)) throw new TypeError(`expected a path below the folder, got ${path}`);
    if (sorted[at + 1]?.path === path) throw new TypeError(`two files are ${path}`);
  });
  const plain = sorted.map(({ path, text }) => ({ path, text }));
  return `${JSON.stringify({ gatehouse: FORM, name, files: plain }, undefined, 1)}\n`;
}

/** A bundle behind its signature: one file, so that neither comes without the other. */
export function signedBundle(signature: string, text: string): string {
  return `${signature.trimEnd()}${SEPARATOR}${text}`;
}

/**
 * Reads a signed bundle. Never throws.
 *
 * @param name which bundle it has to be: the signature of another one does not count
 */
export function readBundle(bytes: Uint8Array, keys: readonly KeyObject[], name: string): ReadBundle {
  if (bytes.length > MAX_BUNDLE_BYTES) return refused(`it is longer than ${MAX_BUNDLE_BYTES} bytes`);
  const head = Buffer.from(bytes.subarray(0, MAX_SIGNATURE)).toString("latin1");
  const end = head.indexOf(SEPARATOR);
  if (end < 0) return refused("it does not begin with a signature");
  const text = bytes.subarray(end + SEPARATOR.length);
  const signed = readSigned(keys, bytes.subarray(0, end), { purpose: "bundle", path: name, bytes: text });
  if (signed.kind === "refused") return refused(signed.message);
  const bundle = readBundleText(text);
  if (bundle === undefined || bundle.name !== name)
    return refused("what is signed is no bundle of this name");
  const { version, sha256 } = signed.statement;
  return { kind: "bundle", bundle, version, sha256 };
}

/** A bundle without its signature; undefined for anything else. */
export function readBundleText(text: Uint8Array): PolicyBundle | undefined {
  const { value } = parseJsonObject(text, { maxBytes: MAX_BUNDLE_BYTES });
  if (value === undefined || value["gatehouse"] !== FORM) return undefined;
  const { name, files: given } = value;
  if (typeof name !== "string" || !NAME.test(name) || !isList(given) || given.length > MAX_FILES)
    return undefined;
  const files: BundledFile[] = [];
  for (const one of Array.from(given)) {
    if (!isRecord(one)) return undefined;
    const { path, text: content } = one;
    if (typeof path !== "string" || typeof content !== "string" || !PATH.test(path)) return undefined;
    files.push({ path, text: content });
  }
  return { name, files };
}

function refused(message: string): ReadBundle {
  return { kind: "refused", message };
}

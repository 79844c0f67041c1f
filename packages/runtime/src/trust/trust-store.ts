import { hash } from "node:crypto";
import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { type Issue, isRecord } from "@gatehouse-hooks/json";
import { writePrivateFile } from "@gatehouse-hooks/audit";
import { neverTheSame, realpath, sawError, sawFile } from "../looks/recorded-fs.js";

/** A file as it was when its user said that it may act. */
export interface TrustedFile {
  /** Absolute, without links. */
  readonly path: string;
  /** SHA-256 of its bytes, in lower-case hex. */
  readonly sha256: string;
  /** When: UTC, ISO 8601. */
  readonly at: string;
}

/** The files that a user trusts. Plain data. */
export interface TrustStore {
  readonly files: readonly TrustedFile[];
}

/** A store as it was read, and what is wrong with it: a store with an error trusts nothing. */
export interface ReadTrust {
  readonly store: TrustStore;
  readonly issues: readonly Issue[];
}

const VERSION = 1;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_FILES = 10_000;
const WRITABLE_BY_OTHERS = 0o022;
const HASH = /^[0-9a-f]{64}$/;
const NOTHING: TrustStore = { files: [] };

/**
 * Reads a trust store. A missing file trusts nothing; so does one that others may write, a link, or one that cannot be
 * understood, with an issue. Never throws.
 */
export async function readTrustStore(file: string): Promise<ReadTrust> {
  const refused = (code: string, message: string): ReadTrust => ({
    store: NOTHING,
    issues: [
      {
        severity: "error",
        code,
        message: `${message}: no project file is trusted`,
        path: file,
        cure: "remove it, and trust the files again",
      },
    ],
  });
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = await handle.stat();
    const me = process.getuid?.();
    if (!stats.isFile() || stats.size > MAX_BYTES) neverTheSame();
    if (!stats.isFile()) return refused("trust-unsafe", "the trust store is not a regular file");
    if (me !== undefined && (stats.uid !== me || (stats.mode & WRITABLE_BY_OTHERS) !== 0)) {
      neverTheSame();
      return refused("trust-unsafe", "others may write the trust store");
    }
    if (stats.size > MAX_BYTES)
      return refused("trust-unreadable", `the trust store is larger than ${MAX_BYTES} bytes`);
    const bytes = await handle.readFile();
    sawFile(file, await handle.stat({ bigint: true }), bytes);
    const store = readStore(bytes.toString("utf8"));
    return store === null ? refused("trust-unreadable", "the trust store is damaged") : { store, issues: [] };
  } catch (error) {
    const code = codeOf(error);
    sawError(file, error);
    if (code === "ENOENT" || code === "ENOTDIR") return { store: NOTHING, issues: [] };
    return refused("trust-unreadable", `the trust store cannot be read (${code})`);
  } finally {
    await handle?.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

/**
 * Whether these very bytes at this place are trusted. A changed file, or the same bytes elsewhere, are not: what a command
 * does depends on its place.
 *
 * @param file the path that the bytes were read from; links are resolved
 */
export async function isTrusted(store: TrustStore, file: string, bytes: Uint8Array): Promise<boolean> {
  if (store.files.length === 0) return false;
  const place = await placeOf(file);
  const sha256 = contentHash(bytes);
  return store.files.some((one) => one.path === place && one.sha256 === sha256);
}

/** The store with these files trusted as they are, in place of what was trusted at their paths. */
export async function withTrusted(
  store: TrustStore,
  files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  now: () => number = Date.now,
): Promise<TrustStore> {
  const at = new Date(now()).toISOString();
  const added: TrustedFile[] = [];
  for (const { path: file, bytes } of files) {
    added.push({ path: await placeOf(file), sha256: contentHash(bytes), at });
  }
  const replaced = new Set(added.map((one) => one.path));
  // When there are too many, the newest stay.
  return { files: [...store.files.filter((one) => !replaced.has(one.path)), ...added].slice(-MAX_FILES) };
}

/** The store without these paths. */
export async function withoutTrusted(store: TrustStore, files: readonly string[]): Promise<TrustStore> {
  const gone = new Set<string>();
  for (const file of files) gone.add(await placeOf(file));
  return { files: store.files.filter((one) => !gone.has(one.path)) };
}

/**
 * Writes a store, for this user only, all at once: a reader sees the old one or the new one.
 *
 * @throws what the file system throws
 */
export async function writeTrustStore(file: string, store: TrustStore): Promise<void> {
  await writePrivateFile(file, `${JSON.stringify({ version: VERSION, files: store.files }, null, 2)}\n`);
}

/** SHA-256 of bytes, in lower-case hex. */
export function contentHash(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex");
}

async function placeOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    return path.resolve(file);
  }
}

function readStore(text: string): TrustStore | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { version, files } = value;
  if (version !== VERSION || !Array.isArray(files) || files.length > MAX_FILES) return null;
  return files.every(isTrustedFile) ? { files } : null;
}

function isTrustedFile(value: unknown): value is TrustedFile {
  if (!isRecord(value)) return false;
  const { path: place, sha256, at } = value;
  return (
    typeof place === "string" && typeof sha256 === "string" && HASH.test(sha256) && typeof at === "string"
  );
}

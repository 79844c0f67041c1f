import { isAbsolute, join } from "node:path";
import { type Io, version } from "@gatehouse-hooks/console";
import type { Settings } from "../settings.js";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where the store of a command line is, and what it must be the store of. */
export interface StorePlace {
  /** Absolute. */
  readonly file: string;
  readonly folder: string;
  /** Everything beside the file system that decides which policies are loaded, and how they are shown. */
  readonly key: string;
}

/** What settings choose policies. */
export type StoreSettings = Pick<
  Settings,
  | "store"
  | "project"
  | "also"
  | "config"
  | "policies"
  | "policyFormat"
  | "agentOptions"
  | "enforced"
  | "model"
  | "onLoadError"
  | "ownConfig"
  | "more"
  | "ownWords"
  | "observe"
  | "observed"
>;

/** All of them: the compiler asks for each. */
const CHOOSING: Readonly<Record<keyof StoreSettings, true>> = {
  store: true,
  project: true,
  also: true,
  config: true,
  policies: true,
  policyFormat: true,
  agentOptions: true,
  enforced: true,
  model: true,
  onLoadError: true,
  ownConfig: true,
  more: true,
  ownWords: true,
  observe: true,
  observed: true,
};

/** The user's folder for what can be made again (XDG Base Directory Specification); null without a home. */
export function storeFolder({ env, home }: Pick<Io, "env" | "home">): string | null {
  const cache = env["XDG_CACHE_HOME"];
  if (cache !== undefined && isAbsolute(cache)) return join(cache, "gatehouse");
  return isAbsolute(home) ? join(home, ".cache", "gatehouse") : null;
}

/** The place of the store of these settings; null where stores are off. */
export function storePlace(io: Pick<Io, "env" | "home" | "cwd">, settings: StoreSettings): StorePlace | null {
  const folder = settings.store === "off" ? null : (settings.store ?? storeFolder(io));
  if (folder === null) return null;
  // The place is not what is in it.
  const { store: _place, ...choosing } = CHOOSING;
  const names = Object.keys(choosing) as (keyof typeof choosing)[];
  const key = JSON.stringify([
    io.cwd,
    io.home,
    process.getuid?.() ?? null,
    // The only variable that loading reads.
    io.env["GATEHOUSE_MODEL"] || null,
    Object.fromEntries(names.map((name) => [name, settings[name]])),
  ]);
  return {
    file: join(folder, `policies-${storeChecksum(Buffer.from(key).toString("latin1"))}.store`),
    folder,
    key,
  };
}

/** The largest prime below 2^64. */
const PRIME = 0xffff_ffff_ffff_ffc5n;
/** Bytes that are one number. */
const PART = 65_536;

/**
 * A hash that tells damage, in 64 bits: the bytes as one long number, its first digits being their count, modulo a prime. Every change of up
 * to seven bytes in a row shows, and others but for one in 2^64.
 *
 * It is not SHA-256, since a program that starts for one decision would load Node's module for that first, which takes longer than the
 * decision; a loop over bytes that has just been loaded takes as long. Whoever may write what it is of may write the hash, too.
 *
 * @returns 16 hexadecimal digits
 */
export function checksum(bytes: Buffer): string {
  let rest = BigInt(bytes.length);
  for (let at = 0; at < bytes.length; at += PART) {
    rest = BigInt(`0x${rest.toString(16)}${bytes.toString("hex", at, at + PART)}`) % PRIME;
  }
  return rest.toString(16).padStart(16, "0");
}

/** The hash of stores. @param text ASCII */
export function storeChecksum(text: string): string {
  return checksum(Buffer.from(text, "latin1"));
}

/** Which program wrote a store: another build may read the same files otherwise. */
export function writerMark(): string {
  return `gatehouse ${version} ${buildMark()} node ${process.version}`;
}

/** The file that this code is in: an installation has its own, and a build replaces it. */
function buildMark(): string {
  try {
    const { size, mtimeMs } = statSync(fileURLToPath(import.meta.url));
    return `${size} ${mtimeMs}`;
  } catch {
    return "unknown";
  }
}

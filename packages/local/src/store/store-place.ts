import { isAbsolute, join } from "node:path";
import type { Io } from "@gatehouse-hooks/console";
import type { Settings } from "../settings.js";
import { storeChecksum } from "./store-checksum.js";

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
  | "dockerAgent"
  | "enforced"
  | "model"
  | "onLoadError"
  | "ownConfig"
  | "more"
  | "ownWords"
>;

/** All of them: the compiler asks for each. */
const CHOOSING: Readonly<Record<keyof StoreSettings, true>> = {
  store: true,
  project: true,
  also: true,
  config: true,
  policies: true,
  policyFormat: true,
  dockerAgent: true,
  enforced: true,
  model: true,
  onLoadError: true,
  ownConfig: true,
  more: true,
  ownWords: true,
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

import { isInFolder, matchesGlob, segmentsOf, matchesSegment } from "./match-glob.js";
import { isInnerHost } from "@gatehouse-hooks/json";

/** A place that a box keeps from being read, or from being written. */
export interface BoxPlace {
  /** Without braces. It begins with `/`, `~`, `./` or `**`, which is looked for in the workspace. */
  readonly glob: string;
  /** What of it stays open, in the same words. */
  readonly except: readonly string[];
  /** The policy that says so. */
  readonly policy: string;
}

/** Which hosts can be reached. */
export type BoxNetwork =
  | { readonly kind: "none" }
  | {
      readonly kind: "hosts";
      readonly hosts: readonly string[];
      /** The policies that have these lists. */
      readonly policies?: readonly string[];
    }
  | { readonly kind: "host" };

/** What the kernel lets a call do. Everything is read-only but the writable folders. */
export interface BoxProfile {
  /** What cannot be read. */
  readonly hidden: readonly BoxPlace[];
  /** What cannot be written, made, moved or deleted. */
  readonly kept: readonly BoxPlace[];
  /** Folders, absolute or beginning with `./` or `~`. */
  readonly writable: readonly string[];
  readonly network: BoxNetwork;
}

/** What holds before any policy has said something: the workspace is writable, and every host can be reached. */
export const WIDEST: BoxProfile = Object.freeze<BoxProfile>({
  hidden: [],
  kept: [],
  writable: ["./"],
  network: { kind: "host" },
});

/** The narrowest of two profiles: neither lets anything happen that one of them does not. */
export function narrowest(one: BoxProfile, other: BoxProfile): BoxProfile {
  return {
    hidden: united(one.hidden, other.hidden),
    kept: united(one.kept, other.kept),
    writable: common(one.writable, other.writable),
    network: narrowestNetwork(one.network, other.network),
  };
}

function united(one: readonly BoxPlace[], other: readonly BoxPlace[]): readonly BoxPlace[] {
  if (other.length === 0) return one;
  const seen = new Set<string>();
  return [...one, ...other].filter(({ glob, except }) => {
    const key = JSON.stringify([glob, except]);
    return !seen.has(key) && seen.add(key);
  });
}

/** A place of a profile that the workspace is in. */
interface PlaceAround extends BoxPlace {
  readonly kind: "hidden" | "kept";
}

/**
 * Places that hold the whole workspace: where one is hidden no box can be made, and in one that is kept the workspace stays writable.
 *
 * @param at absolute paths without links
 */
export function placesAround(
  { hidden, kept }: BoxProfile,
  at: { readonly workspace: string; readonly home: string },
): readonly PlaceAround[] {
  const workspace = segmentsOf(at.workspace);
  const isAround = ({ glob, except }: BoxPlace): boolean =>
    !glob.startsWith("**") &&
    !except.includes("./**") &&
    matchesGlob(segmentsOf(glob.startsWith("~") ? at.home + glob.slice(1) : glob), workspace);
  return [
    ...hidden.filter(isAround).map((place) => ({ ...place, kind: "hidden" as const })),
    ...kept.filter(isAround).map((place) => ({ ...place, kind: "kept" as const })),
  ];
}

/** The folders that are in both: of two that are inside of each other, the inner one. */
function common(one: readonly string[], other: readonly string[]): readonly string[] {
  const found = one.flatMap((a) =>
    other.flatMap((b) => (isInFolder(a, b) ? [a] : isInFolder(b, a) ? [b] : [])),
  );
  return [...new Set(found)];
}

function narrowestNetwork(one: BoxNetwork, other: BoxNetwork): BoxNetwork {
  if (one.kind === "none" || other.kind === "none") return { kind: "none" };
  if (one.kind === "host") return other;
  if (other.kind === "host") return one;
  const both = new Set(other.hosts);
  // A pattern of hosts is compared as text: what is in one of the lists only is not reached.
  const hosts = [...new Set(one.hosts.filter((host) => both.has(host)))];
  const policies = [...new Set([...(one.policies ?? []), ...(other.policies ?? [])])];
  return { kind: "hosts", hosts, ...(policies.length > 0 && { policies }) };
}

/**
 * The hosts of a list that can be reached at all, by a proxy; empty where only what is in the box itself is. Without this machine and private
 * networks, in patterns as well: no proxy leads there, nor does the sandbox of an agent that is given this list.
 */
export function proxiedHosts(network: BoxNetwork): readonly string[] {
  return network.kind === "hosts" ? network.hosts.filter((host) => !isInnerHost(host)) : [];
}

/**
 * Whether a list has a host.
 *
 * @param host in lower case, without the dot at its end
 */
export function hasHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((one) => matchesSegment(one.toLowerCase(), host));
}

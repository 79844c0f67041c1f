import { hasHost, type HostRefusal } from "@gatehouse-hooks/box";
import { isPublicAddress } from "@gatehouse-hooks/json";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

/** The addresses of a host, which are connected to as they are: the name is not asked for again. */
export type FoundAddresses =
  | { readonly kind: "found"; readonly addresses: readonly string[] }
  | { readonly kind: "refused"; readonly refusal: HostRefusal["kind"] }
  | { readonly kind: "unknown" };

/** Those of the web: another port of a host may be another service. */
const PORTS: ReadonlySet<number> = new Set([80, 443]);
/** How many addresses of a name are tried. */
const MOST_ADDRESSES = 4;
const LOOKUP_MS = 10_000;

/**
 * The addresses of a host that a list has. Where one of them is not of the public internet, none is: a name that leads to this machine or to those
 * around it does so to be let through by its name.
 */
export async function findAddresses(
  hosts: readonly string[],
  { host, port }: { readonly host: string; readonly port: number },
): Promise<FoundAddresses> {
  if (isIP(host) !== 0 && !isPublicAddress(host)) return { kind: "refused", refusal: "address" };
  if (!hasHost(hosts, host)) return { kind: "refused", refusal: "host" };
  if (!PORTS.has(port)) return { kind: "refused", refusal: "port" };
  const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
  if (addresses.length === 0) return { kind: "unknown" };
  if (!addresses.every(isPublicAddress)) return { kind: "refused", refusal: "address" };
  return { kind: "found", addresses: addresses.slice(0, MOST_ADDRESSES) };
}

async function addressesOf(host: string): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly []>((resolve) => {
    timer = setTimeout(() => resolve([]), LOOKUP_MS).unref();
  });
  const found = lookup(host, { all: true, verbatim: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return await Promise.race([found, late]).finally(() => clearTimeout(timer));
}

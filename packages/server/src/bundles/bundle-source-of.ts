import type { BundleSource, SourceAccess } from "./bundle-source.js";
import { httpsSource } from "./https-source.js";
import { ociPlace, ociSource } from "./oci-registry.js";

const LOCAL: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Where an address leads: `oci://HOST/REPOSITORY:TAG`, or `https://…` (`http://` on this machine).
 *
 * @throws TypeError for another address
 */
export function bundleSourceOf(address: string, access: SourceAccess = {}): BundleSource {
  if (address.startsWith("oci://")) return ociSource(ociPlace(address), access);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "https:" || (url?.protocol === "http:" && LOCAL.has(url.hostname)))
    return httpsSource(url.href, access);
  throw new TypeError(`expected oci://HOST/REPOSITORY:TAG or https://…, got ${address}`);
}

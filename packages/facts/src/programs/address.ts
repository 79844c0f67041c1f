import { type Field, literalOf, partsOfField, showField } from "@gatehouse-hooks/shell";
import type { Address } from "./program-call.js";

const PORTS: ReadonlyMap<string, number> = new Map([
  ["http", 80],
  ["https", 443],
  ["ftp", 21],
  ["ssh", 22],
  ["sftp", 22],
  ["git", 9418],
]);

/** What an address says: scheme, host and port as far as they are known. */
export function addressOf(
  field: Field,
  scheme: string,
): Pick<Address, "url" | "host" | "port" | "scheme" | "certainty"> {
  const known = literalOf(field);
  const text = known ?? leadOf(field);
  const [, written, rest = text] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(text) ?? [];
  const given = written?.toLowerCase() ?? scheme;
  const end = rest.search(/[/?#]/);
  // Where the host ends is known only when something follows it.
  const isWhole = known !== null || end !== -1;
  const authority = (end === -1 ? rest : rest.slice(0, end)).replace(/^.*@/s, "");
  const [, name = authority, digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const host = isWhole ? name.toLowerCase() : null;
  const port = digits === undefined ? (PORTS.get(given) ?? null) : Number(digits);
  const url = known === null ? null : written === undefined ? `${scheme}://${text}` : text;
  return {
    url: url ?? (host === null ? null : showField(field)),
    host: host === "" ? null : host,
    port: isWhole ? port : null,
    scheme: given,
    certainty: known === null ? (host === null ? "unknown" : "maybe") : "exact",
  };
}

function leadOf(field: Field): string {
  const [first] = partsOfField(field);
  return first?.kind === "text" ? first.text : "";
}

/**
 * `user@host:path` of scp and git: the host, or `null` for a local path. `C:/x` is a drive, and `:sftp,host=h.example:x` a remote of rclone
 * that has no name.
 */
export function remoteHost(text: string): string | null {
  if (/^[A-Z]:[\\/]/.test(text)) return null;
  const match = /^(?:[^/@\s]+@|:)?(\[[^\]]+\]|[^/:@\s]+):(?!\/\/)/.exec(text);
  return match?.[1]?.toLowerCase() ?? null;
}

/** The path of an address of a file, with its signs decoded; the text itself where it is no such address. */
export function pathOfFileAddress(text: string): string {
  const path = /^file:(?:\/\/(?:localhost(?=\/))?)?(?:\/(?=[A-Za-z]:))?(.+)$/is.exec(text)?.[1];
  if (path === undefined) return text;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Where a request of a box is to go. */
interface ProxyTarget {
  /** In lower case, without the dot at its end; an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** A request that names one host, or why it is not answered. */
export type ReadTarget =
  | ({ readonly kind: "target"; readonly path: string } & ProxyTarget)
  | { readonly kind: "malformed"; readonly why: string };

/** A name or an address, and a port. */
const AUTHORITY = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\]):\d{1,5}$/i;
const LABELS = /^(?!-)[\w-]{1,63}(?:\.[\w-]{1,63})*$/;

/**
 * Where a tunnel is to lead. Every spelling of an address that a connection would take (`127.1`, `0x7f000001`) is read as that address.
 *
 * @param authority what stands behind `CONNECT`
 */
export function readAuthority(authority: string): ReadTarget {
  return AUTHORITY.test(authority) ? readUrl(`http://${authority}/`) : malformed("it names no host and port");
}

/**
 * Where a request in absolute form is to go.
 *
 * @param url what stands behind the method
 * @param hosts the values of all `Host` headers
 */
export function readAddress(url: string, hosts: readonly string[]): ReadTarget {
  if (!/^http:\/\//i.test(url)) return malformed("it is not an address that begins with http://");
  const target = readUrl(url);
  const [host, more] = hosts;
  if (target.kind === "malformed" || host === undefined) return target;
  if (more !== undefined) return malformed("it has more than one Host");
  const named = readUrl(`http://${host}/`);
  const isSame = named.kind === "target" && named.host === target.host && named.port === target.port;
  return isSame ? target : malformed("its Host is another one than that of its address");
}

const PLAIN_PORT = 80;

function readUrl(text: string): ReadTarget {
  // What `new URL` leaves out in silence.
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007F\\#]/.test(text)) return malformed("its address has a character that is in none");
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return malformed("its address cannot be read");
  }
  if (url.username !== "" || url.password !== "" || /^http:\/\/[^/?]*@/i.test(text))
    return malformed("its address has a user");
  const isAddress = url.hostname.startsWith("[");
  const host = isAddress ? url.hostname.slice(1, -1) : url.hostname.replace(/\.$/, "");
  if (!isAddress && !LABELS.test(host)) return malformed("its host is not a name");
  const port = url.port === "" ? PLAIN_PORT : Number(url.port);
  return { kind: "target", host, port, path: url.pathname + url.search };
}

function malformed(why: string): ReadTarget {
  return { kind: "malformed", why };
}

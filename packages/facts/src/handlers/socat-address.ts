/** One address of socat. */
export type SocatAddress =
  | {
      readonly kind: "connection";
      readonly scheme: string;
      /** `null` when it listens, or when it is not known. */
      readonly host: string | null;
      readonly port: number | null;
      readonly listens: boolean;
    }
  | { readonly kind: "file"; readonly path: string; readonly mode: "read" | "write" | "both" }
  | { readonly kind: "code"; readonly code: string }
  /** Standard input and output. */
  | { readonly kind: "input" }
  /** A descriptor, a terminal, a socket of this machine. */
  | { readonly kind: "local" }
  | { readonly kind: "unknown" };

const CONNECTION =
  /^(?:tcp|udp|udplite|dccp|sctp|ssl|openssl|dtls|ip|vsock|socket|http|tun|interface|if)(?:[46]|[-_].*)?$|^(?:tcp|udp|sctp|dccp)[46]?-.*$|^(?:ssl|openssl)-.*$|^ip[46]-.*$/;
const PROXY = /^(?:proxy|proxy-connect|socks|socks4|socks4a|socks5|socks5-connect|socks5-listen|http)$/;
const LOCAL =
  /^(?:fd|accept-fd|accept|pty|readline|pipe|fifo|echo|stdout|stderr|socketpair|unix.*|local|abstract.*|gopen-fd|posixmq.*|\d+)$/;

/** Reads `KIND:parameter:…,option,…`. Linear. */
export function socatAddress(text: string): SocatAddress {
  const [lead = "", ...options] = splitOutside(text, ",");
  const [name = "", ...parameters] = splitOutside(lead, ":");
  const kind = name.toLowerCase();
  const isOn = (option: RegExp): boolean => options.some((one) => option.test(one.toLowerCase()));
  if (/^(?:-|stdio|stdin)$/.test(kind)) return { kind: "input" };
  if (/^(?:exec|system|shell)$/.test(kind)) return { kind: "code", code: unquoted(parameters.join(":")) };
  const chdir = options
    .map((one) => /^(?:chdir|cd|chroot)=(.*)$/i.exec(one)?.[1])
    .findLast((one) => one !== undefined);
  const below = (path: string): string =>
    chdir === undefined || path.startsWith("/") ? path : `${unquoted(chdir)}/${path}`;
  if (/^(?:file|open|gopen)$/.test(kind)) {
    const mode = isOn(/^(?:rdonly|o-rdonly)$/) ? "read" : isOn(/^(?:wronly|o-wronly)$/) ? "write" : "both";
    return { kind: "file", path: below(unquoted(parameters.join(":"))), mode };
  }
  if (/^(?:create|creat)$/.test(kind))
    return { kind: "file", path: below(unquoted(parameters.join(":"))), mode: "write" };
  if (PROXY.test(kind)) return connection(kind, parameters.slice(1), kind.includes("listen"));
  if (CONNECTION.test(kind)) {
    const listens = /-l(?:isten)?$|listen|recv|^tun|^interface|^if$/.test(kind);
    return connection(kind, parameters, listens);
  }
  if (LOCAL.test(kind)) return { kind: "local" };
  // Without a kind, what has a slash is a file.
  if (
    (lead.includes("/") && name.includes("/")) ||
    (parameters.length === 0 && /^\.?[\w.-]+$/.test(name) && name.includes("."))
  )
    return { kind: "file", path: lead, mode: "both" };
  return { kind: "unknown" };
}

function connection(kind: string, parameters: readonly string[], listens: boolean): SocatAddress {
  const [first = "", second = ""] = parameters;
  const host = listens ? "" : unquoted(first);
  const port = Number(listens ? first : second);
  return {
    kind: "connection",
    scheme: kind.replace(/[46]?(?:[-_].*)?$/, ""),
    host: host === "" || host.includes("\uFFFD") ? null : host.toLowerCase(),
    port: Number.isInteger(port) && port > 0 ? port : null,
    listens,
  };
}

const CLOSE: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Splits at a character that is not in quotes, brackets or after a backslash. */
function splitOutside(text: string, mark: string): readonly string[] {
  const pieces: string[] = [];
  const open: string[] = [];
  let piece = "";
  for (let i = 0; i < text.length; i++) {
    const one = text[i] ?? "";
    const last = open.at(-1);
    if (one === "\\") {
      piece += one + (text[++i] ?? "");
      continue;
    }
    if (one === mark && open.length === 0) {
      pieces.push(piece);
      piece = "";
      continue;
    }
    if (one === last) open.pop();
    else if (last !== "'" && last !== '"') {
      const close = CLOSE[one];
      if (one === "'" || one === '"') open.push(one);
      else if (close !== undefined) open.push(close);
    }
    piece += one;
  }
  return [...pieces, piece];
}

function unquoted(text: string): string {
  const [, double, single] = /^(?:"(.*)"|'(.*)')$/s.exec(text) ?? [];
  return (double ?? single ?? text).replace(/\\([,:!"'(){}[\]])/g, "$1");
}

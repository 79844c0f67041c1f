/**
 * Networks that are not of the public internet: this machine, those around it, and those for tests and for many receivers (IANA's registries of
 * special-purpose addresses). Of IPv6 only 2000::/3 is
 * public at all, and each prefix here is in the first 32 bits.
 */
const INNER: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // The agent of a machine at Azure, which has its secrets.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/** The first and the last of addresses that follow each other, each as the number of its first 32 bits. */
type AddressRange = readonly [low: number, high: number];

const BITS = 32;
const GLOBAL: AddressRange = [0x2000_0000, 0x3fff_ffff];

/** Names of this machine and of networks around it. */
const INNER_NAME = /^(?:localhost|.*\.(?:localhost|local|internal|test|invalid))$/;
/** A label that is read as a number: no name ends with one. */
const NUMBER = /^(?:\d+|0x[\da-f]*)$/;
const OCTET = /^(?:0|[1-9]\d{0,2})$/;
const WILD = /[*?[]/;

/**
 * Whether an address is one of the public internet.
 *
 * @param address as a resolver gives it; what is not an address is not public
 */
export function isPublicAddress(address: string): boolean {
  const text = address.toLowerCase();
  return (isAddress4(text) || isAddress6(text)) && !isInnerHost(text);
}

/**
 * Whether a host of a list may be this machine or one of a private network: a name of them, an address, or a pattern that an address of them
 * matches. An address in another spelling than the plain one is taken for one of them.
 */
export function isInnerHost(host: string): boolean {
  const text = host
    .toLowerCase()
    .replace(/^\[(?<address>.*:.*)\]$/, "$<address>")
    .replace(/\.$/, "");
  if (INNER_NAME.test(text)) return true;
  return text.includes(":") ? isInner6(text) : isInner4(text.split("."));
}

function isInner6(text: string): boolean {
  if (!isAddress6(text)) return true;
  const found = rangeOf([text, BITS]);
  return !isOverlapping(found, GLOBAL) || isInner(found, true);
}

function isInner4(labels: readonly string[]): boolean {
  const isNumber = NUMBER.test(labels.at(-1) ?? "");
  const isPattern = labels.some((one) => NUMBER.test(one)) && labels.every((one) => isNumeric(one));
  if (!isNumber && !isPattern) return false;
  if (isNumber && labels.length !== 4) return true;
  const wild = labels.findIndex((one) => WILD.test(one));
  const known = wild < 0 ? labels : labels.slice(0, wild);
  if (known.length > 4 || !known.every((one) => isOctet(one))) return true;
  const given = rangeOf([[...known, "0", "0", "0", "0"].slice(0, 4).join("."), known.length * 8]);
  return isInner(given, false);
}

/** Read of the table each time: what is worked out once stays in the bundles of programs that never ask. */
function isInner(range: AddressRange, isLong: boolean): boolean {
  return INNER.some(
    ([network, prefix]) =>
      network.includes(":") === isLong && isOverlapping(rangeOf([network, prefix]), range),
  );
}

function isNumeric(label: string): boolean {
  return NUMBER.test(label) || WILD.test(label);
}

function isOctet(label: string): boolean {
  return OCTET.test(label) && Number(label) <= 255;
}

function isAddress4(text: string): boolean {
  const labels = text.split(".");
  return labels.length === 4 && labels.every((one) => isOctet(one));
}

/** The parts between the colons, with what `::` leaves out. */
function isAddress6(text: string): boolean {
  const [head = "", tail, more] = text.split("::");
  const parts = [head, tail ?? ""].flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = parts.at(-1) ?? "";
  const isMixed = isAddress4(last) && !(tail === "" && head !== "");
  const groups = isMixed ? [...parts.slice(0, -1), "0", "0"] : parts;
  const isWhole = tail === undefined ? groups.length === 8 : groups.length < 8;
  return more === undefined && isWhole && groups.every((one) => /^[\da-f]{1,4}$/.test(one));
}

function rangeOf([network, prefix]: readonly [string, number]): AddressRange {
  const isLong = network.includes(":");
  const [head = ""] = network.split("::");
  const parts = isLong ? [...head.split(":"), "0", "0"].slice(0, 2) : network.split(".");
  const [unit, base] = isLong ? [0x1_0000, 16] : [0x100, 10];
  const first = parts.reduce(
    (value, part) => value * unit + (part === "" ? 0 : Number.parseInt(part, base)),
    0,
  );
  const size = 2 ** (BITS - prefix);
  const low = Math.floor(first / size) * size;
  return [low, low + size - 1];
}

function isOverlapping([low, high]: AddressRange, [otherLow, otherHigh]: AddressRange): boolean {
  return low <= otherHigh && otherLow <= high;
}

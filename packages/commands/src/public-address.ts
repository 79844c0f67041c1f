import { BlockList, isIP } from "node:net";

/** Networks that are not the public internet: this machine, those around it, and those for tests and for many receivers. */
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

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  const inner = new BlockList();
  for (const [network, prefix] of INNER)
    inner.addSubnet(network, prefix, network.includes(":") ? "ipv6" : "ipv4");
  if (version !== 6) return version === 4 && !inner.check(address);
  const outer = new BlockList();
  outer.addSubnet("2000::", 3, "ipv6");
  return outer.check(address, "ipv6") && !inner.check(address, "ipv6");
}

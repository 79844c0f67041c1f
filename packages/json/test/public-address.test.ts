import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isInnerHost, isPublicAddress } from "@gatehouse-hooks/json";
import { assertLaw } from "../../../test/assert-law.js";

const INNER = [
  ...[
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "168.63.129.16",
    "169.254.169.254",
  ],
  ...["172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1"],
  ...[
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:8.8.4.4",
    "fe80::1",
  ],
  ...["fc00::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff:fff::1", "64:ff9b::8.8.4.4"],
];
const PUBLIC = [
  ...["1.1.1.1", "8.8.4.4", "100.63.255.255", "100.128.0.1", "168.63.129.17", "172.15.0.1", "172.32.0.1"],
  ...["191.255.255.255", "223.255.255.255", "2001:200::1", "2606:4700::1111", "2a00:1450:4001:829::200e"],
  ...["2606:4700:0:0:0:0:8.8.4.4"],
];

test.each(INNER)("%s is not of the public internet", (address) => {
  expect(isPublicAddress(address)).toBe(false);
  expect(isInnerHost(address)).toBe(true);
  if (address.includes(":")) expect(isInnerHost(`[${address}]`)).toBe(true);
});

test.each(PUBLIC)("%s is of the public internet", (address) => {
  expect(isPublicAddress(address)).toBe(true);
  expect(isInnerHost(address)).toBe(false);
});

test.each([
  "",
  "a",
  "example.com",
  "1",
  "1.2.3",
  "1.2.3.4.5",
  "01.2.3.4",
  "256.1.1.1",
  "2606::1::2",
  "2606:zz::",
  "2606:1",
])("`%s` is not an address of the public internet", (text) => expect(isPublicAddress(text)).toBe(false));

test.each([
  ...["localhost", "LOCALHOST.", "a.localhost", "printer.local", "db.internal", "a.test", "a.invalid"],
  ...[
    "127.1",
    "0x7f000001",
    "2130706433",
    "0177.0.0.1",
    "10.*",
    "192.168.*",
    "172.2?.*",
    "17*.1.1.1",
    "100.*",
  ],
  ...["*.1", "[::1]", "fe80::1%eth0", "2606:*"],
])("`%s` may be this machine or a private network", (host) => expect(isInnerHost(host)).toBe(true));

test.each([
  "example.com",
  "*.example.com",
  "*",
  "10.example.com",
  "1*.example.com",
  "8.8.*",
  "localhost.example",
])("`%s` is not", (host) => expect(isInnerHost(host)).toBe(false));

/** Node's own lists of the same networks, one for each version: an address of IPv4 would be one of `::/3` as well. */
function blocked(): Readonly<Record<"ipv4" | "ipv6", BlockList>> {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const one of NETWORKS) {
    const [network = "", prefix] = one.split("/");
    const version = network.includes(":") ? "ipv6" : "ipv4";
    lists[version].addSubnet(network, Number(prefix), version);
  }
  return lists;
}

const NETWORKS = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...[
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/3",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "3fff::/20",
  ],
  ...["::/3", "4000::/2", "8000::/1"],
];

test("an address is public where Node says that it is one, and that it is in none of these networks", () => {
  const lists = blocked();
  const near = fc
    .tuple(fc.constantFrom(...INNER.concat(PUBLIC).filter((one) => isIP(one) === 4)), fc.nat(3), fc.nat(255))
    .map(([address, at, octet]) => address.split(".").with(at, String(octet)).join("."));
  const text = fc.stringMatching(/^[0-9a-f:.]{1,20}$/);
  assertLaw(
    fc.property(fc.oneof(near, fc.ipV4(), fc.ipV6(), text), (address) => {
      const version = isIP(address);
      const isPublic =
        version === 6 ? !lists.ipv6.check(address, "ipv6") : version === 4 && !lists.ipv4.check(address);
      expect(isPublicAddress(address)).toBe(isPublic);
    }),
  );
});

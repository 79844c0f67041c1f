import crc32 from "crc-32";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The CRC-32 of a string as six base-62 digits: how GitHub ends its tokens. */
export function crcDigits(text: string): string {
  // Without its sign.
  let rest = crc32.str(text) >>> 0;
  let digits = "";
  for (let i = 0; i < 6; i++) {
    digits = (BASE62[rest % 62] ?? "") + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Does a token of GitHub, `ghp_` and 36 more characters, end with its checksum? */
export function hasGithubChecksum(token: string): boolean {
  return token.slice(-6) === crcDigits(token.slice(4, -6));
}

/** Does the number of the AWS account in an access key id have at most twelve digits? */
export function isAwsKeyId(id: string): boolean {
  let bits = 0n;
  for (const char of id.slice(4, 14)) {
    const digit = BASE32.indexOf(char);
    if (digit < 0) return false;
    bits = (bits << 5n) | BigInt(digit);
  }
  // Ten digits are 50 bits: a set bit, the account in 40 bits, and more.
  if (bits >> 49n !== 1n) return false;
  return ((bits >> 9n) & 0xff_ffff_ffffn) <= 999_999_999_999n;
}

const BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L";
/** The generator of the check sum (BIP 173, "Checksum"). */
const BECH32_GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;

/**
 * Whether a string in upper case is a secret key of age: Bech32 (BIP 173) with the name `AGE-SECRET-KEY-`, 32 bytes and the right check
 * sum?
 */
export function isAgeKey(key: string): boolean {
  const end = key.lastIndexOf("1");
  const name = key.slice(0, end).toLowerCase();
  const data = [...key.slice(end + 1)].map((char) => BECH32.indexOf(char));
  // 52 digits of five bits are 32 bytes and four bits that are 0; six digits are the check sum.
  if (data.length !== 58 || data.includes(-1) || ((data[51] ?? 1) & 0b1111) !== 0) return false;
  const codes = [...name].map((char) => char.charCodeAt(0));
  const values = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...data];
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    for (const [i, generator] of BECH32_GENERATOR.entries()) if (((top >> i) & 1) === 1) check ^= generator;
  }
  return check === 1;
}

/** The first moment of Discord's numbers, in milliseconds since 1970. */
const DISCORD_EPOCH = 1_420_070_400_000n;
const DAY_MS = 86_400_000;

/** Was the number in the address of a Discord web hook given out already? Its upper bits are the time. */
export function isDiscordWebhook(address: string): boolean {
  const [id = ""] = /[0-9]{17,20}/.exec(address) ?? [];
  return (BigInt(id) >> 22n) + DISCORD_EPOCH <= BigInt(Date.now() + DAY_MS);
}

/** Are the first two parts of a JSON web token JSON objects, the first with an algorithm that signs? */
export function isJwt(token: string): boolean {
  const [header = "", payload = ""] = token.split(".", 2).map(decodedObject);
  if (typeof header !== "object" || typeof payload !== "object") return false;
  const algorithm: unknown = Object.hasOwn(header, "alg")
    ? (header as { readonly alg?: unknown }).alg
    : undefined;
  return typeof algorithm === "string" && algorithm.toLowerCase() !== "none";
}

/** Does a base64 text hold the configuration of a Docker client with credentials? */
export function isDockerConfig(text: string): boolean {
  const config = decodedObject(text);
  return typeof config === "object" && JSON.stringify(config).includes('"auth"');
}

/** The same few characters again and again: an example, not a token. */
export function isVaried(token: string): boolean {
  return new Set(token).size > 6;
}

/** Is the password of a URL a place where one should be filled in, such as `${PASSWORD}` or `<password>`? */
export function isPlaceholder(password: string): boolean {
  return /^(?:\$\{[^}]*\}|\{\{.*\}\}|<[^>]*>|%[^%]*%|\$[A-Za-z_]\w*)$/.test(password);
}

const UTF_8 = new TextDecoder();

function decodedObject(text: string): object | undefined {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const value: unknown = JSON.parse(UTF_8.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

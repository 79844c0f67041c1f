/** 128 random bits in hex, from the platform's generator for secrets: what event data cannot have guessed. */
export function freshMarker(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

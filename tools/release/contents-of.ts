import type { PackedRelease } from "./pack-staged.js";

/** A package's tarball in a few lines: its sizes, and how many files each of its folders has. */
export function contentsOf({ name, version, bytes, unpackedBytes, files }: PackedRelease): string {
  const counts = new Map<string, number>();
  for (const file of files) {
    const [folder = file, ...below] = file.split("/");
    const key = below.length === 0 ? file : `${folder}/`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const parts = [...counts].map(([key, count]) => (key.endsWith("/") ? `${key} (${count})` : key));
  const sizes = `${kilobytes(bytes)} packed, ${kilobytes(unpackedBytes)} unpacked, ${files.length} files`;
  return `${name} ${version}: ${sizes}\n    ${parts.join(" ")}`;
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}

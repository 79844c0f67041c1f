import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { AUDIT_LIMITS } from "./audit-limits.js";
import type { AuditRecord } from "./audit-entry.js";
import { readRecord } from "./read-record.js";
import { codeOf, linesOf } from "./segment-writer.js";
import { listSegments, segmentPath } from "./segments.js";

/**
 * The records of a trail, oldest first. Lines that are not records are left out: `verifyTrail` reports them. A directory that is
 * not there holds no records.
 *
 * @throws what the file system throws, for a directory or file that may not be read
 */
export async function* readTrail(directory: string): AsyncGenerator<AuditRecord> {
  for (const number of await trailSegments(directory)) {
    for (const line of linesOf(await readSegment(directory, number))) {
      const record = readRecord(line);
      if (record !== null) yield record;
    }
  }
}

/** The numbers of the trail's files; none for a directory that is not there. */
export async function trailSegments(directory: string): Promise<readonly number[]> {
  try {
    return await listSegments(directory);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** The bytes of a file of the trail; at most 1 GiB, links are not followed. */
export async function readSegment(directory: string, number: number): Promise<Buffer> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(segmentPath(directory, number), flags);
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > AUDIT_LIMITS.fileBytes) {
      throw new Error(`expected ${segmentPath(directory, number)} to be a regular file of at most 1 GiB`);
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

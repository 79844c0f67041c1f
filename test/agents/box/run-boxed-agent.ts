import type { DriveOptions } from "../drive.js";
import type { Cell } from "../parts/cell.js";
import { runBoxedFile } from "./run-boxed-file.js";

/**
 * Drives one agent in a box of its own.
 *
 * @param onCell told of each cell as it is known
 */
export async function runBoxedAgent(options: DriveOptions, onCell: (cell: Cell) => void): Promise<void> {
  const readable = [options.folder, ...options.readable];
  await runBoxedFile({ file: "drive.ts", options, readable }, (line) => onCell(line as Cell));
}

import { getCurrentTest } from "@vitest/runner";

/** How rows of another system's own tests are answered, noted on the test that runs them; `pnpm conformance --systems` counts it. */
export interface ToldRows {
  readonly system: string;
  /** The row's id, where a test runs one row; a row that several tests run counts once. */
  readonly id?: string;
  readonly pass: number;
  readonly explained: number;
  readonly failed: number;
}

declare module "@vitest/runner" {
  interface TaskMeta {
    rows?: readonly ToldRows[];
  }
}

/**
 * The test that runs is one of this row, which is answered in the same way, or otherwise as a register explains.
 *
 * @param id `null` where rows have none, and each has one test
 */
export function tellRow(system: string, id: string | null, outcome: "pass" | "explained"): void {
  tellRows({
    ...{ system, failed: 0 },
    ...(id !== null && { id }),
    pass: outcome === "pass" ? 1 : 0,
    explained: outcome === "explained" ? 1 : 0,
  });
}

/** The test that runs is one of several rows. */
export function tellRows(told: ToldRows): void {
  const meta = getCurrentTest()?.meta;
  if (meta === undefined) throw new Error("rows are told in a test");
  meta.rows = [...(meta.rows ?? []), told];
}

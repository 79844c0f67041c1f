import { median } from "./statistics.js";
import type { Subject } from "./measure.js";

/** Bytes of garbage per call: heap growth over calls that no collection interrupted, median of `rounds`. */
export function allocated(call: Subject, rounds: number): number {
  const collect = collector();
  for (let i = 0; i < 2_000; i++) call(i);
  let iterations = 64;
  let samples: number[] = [];
  while (samples.length < rounds) {
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < iterations; i++) call(i);
    const grown = process.memoryUsage().heapUsed - before;
    if (grown < 0) {
      // A collection ran in between: fewer calls fit.
      iterations = Math.max(1, iterations >> 1);
      samples = [];
    } else if (grown < 200_000 && iterations < 2 ** 18) {
      iterations *= 2;
      samples = [];
    } else samples.push(grown / iterations);
  }
  return Math.max(0, median(samples));
}

/** Bytes that what `build` returns keeps alive: many copies are kept at once, median of `rounds`. */
export async function retained(build: () => unknown, rounds: number): Promise<number> {
  await build();
  let copies = 1;
  let bytes = await growth(build, copies);
  while (bytes < 1_000_000 && copies < 2 ** 16) {
    copies *= 2;
    bytes = await growth(build, copies);
  }
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) samples.push((await growth(build, copies)) / copies);
  return Math.max(0, median(samples));
}

const kept: unknown[] = [];

async function growth(build: () => unknown, copies: number): Promise<number> {
  const collect = collector();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < copies; i++) kept.push(await build());
  collect();
  const grown = process.memoryUsage().heapUsed - before;
  kept.length = 0;
  return grown;
}

function collector(): () => void {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error("expected node to run with `--expose-gc`; use `pnpm bench`");
  return () => {
    collect();
    collect();
  };
}

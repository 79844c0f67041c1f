/** A demand on a number: a test holds or does not. The test changes its answer at its bounds only. */
export interface NumberDemand {
  readonly test: (value: number) => boolean;
  readonly bounds: readonly number[];
  readonly holds: boolean;
}

/**
 * A number that meets every demand; `undefined` proves that there is none: between two neighbouring bounds all numbers are alike.
 *
 * @param whole the number of elements or characters: whole, and not negative
 */
export function findNumber(demands: readonly NumberDemand[], whole: boolean): number | undefined {
  const bounds = [...new Set(demands.flatMap((one) => one.bounds))].sort((a, b) => a - b);
  const meets = (value: number): boolean =>
    Number.isFinite(value) &&
    (!whole || (Number.isInteger(value) && value >= 0)) &&
    demands.every(({ test, holds }) => test(value) === holds);
  return candidates(bounds, whole).find(meets);
}

function candidates(bounds: readonly number[], whole: boolean): readonly number[] {
  if (whole)
    return [0, 1, ...bounds.flatMap((one) => [Math.ceil(one) - 1, Math.floor(one), Math.floor(one) + 1])];
  const [first = 0] = bounds;
  const last = bounds.at(-1) ?? 0;
  return [
    ...[0, 1, 2, 10],
    ...bounds.flatMap((one, i) => [one, middle(one, bounds[i + 1] ?? one)]),
    ...[Math.floor(first) - 1, Math.floor(last) + 1, -Number.MAX_VALUE, Number.MAX_VALUE],
  ];
}

function middle(low: number, high: number): number {
  const whole = Math.floor(low) + 1;
  return whole < high ? whole : low + (high - low) / 2;
}

/** From one number to another, both inclusive. */
interface NumberRange {
  readonly least: number;
  readonly most: number;
}

/** The whole numbers from 0 on that meet every demand. */
export function rangesOf(demands: readonly NumberDemand[]): readonly NumberRange[] {
  const bounds = demands.flatMap((one) =>
    one.bounds.flatMap((bound) => [Math.ceil(bound), Math.floor(bound) + 1]),
  );
  const starts = [...new Set([0, ...bounds.filter((one) => one > 0)])].sort((a, b) => a - b);
  const ranges: NumberRange[] = [];
  starts.forEach((least, i) => {
    if (!demands.every(({ test, holds }) => test(least) === holds)) return;
    const most = (starts[i + 1] ?? Infinity) - 1;
    const last = ranges.at(-1);
    if (last !== undefined && last.most === least - 1)
      ranges[ranges.length - 1] = { least: last.least, most };
    else ranges.push({ least, most });
  });
  return ranges;
}

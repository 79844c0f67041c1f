const UNITS: Readonly<Record<string, readonly string[]>> = {
  ns: ["ns", "µs", "ms", "s"],
  us: ["µs", "ms", "s"],
  ms: ["ms", "s"],
};

/** Two digits, or three where the first is 1 and below 1,000 all of them count: no figure is more exact than its noise. */
function digits(value: number): string {
  if (value === 0) return "0";
  if (value >= 100) return Number(value.toPrecision(3)).toLocaleString("en-US");
  return String(Number(value.toPrecision(value < 1 ? 2 : 3)));
}

/** A ratio as it is read: `5.66×`. */
export function ratioText(ratio: number): string {
  return `${digits(ratio)}×`;
}

/** A share in percent. */
export function percentText(percent: number): string {
  return `${digits(percent)} %`;
}

/** A time in the unit that keeps it below 1,000. Units that are no times are kept. */
export function valueText(value: number, unit: string): string {
  const units = UNITS[unit];
  if (units === undefined) return unit === "%" ? percentText(value) : `${digits(value)} ${unit}`;
  let scaled = value;
  let at = 0;
  for (; scaled >= 1_000 && at < units.length - 1; at++) scaled /= 1_000;
  return `${digits(scaled)} ${units[at] ?? unit}`;
}

/** The formats that `load` knows. */
export const FORMATS = ["mayros", "gatehouse", "docker-agent", "mimir"] as const;

export type Format = (typeof FORMATS)[number];

/** Whether a string names a format. */
export function isFormat(name: unknown): name is Format {
  return (FORMATS as readonly unknown[]).includes(name);
}

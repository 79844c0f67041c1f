/** The formats that `load` knows. */
export const FORMATS = ["mayros", "gatehouse", "docker-agent", "mimir"] as const;

export type FormatName = (typeof FORMATS)[number];

/** Whether a text names a format. */
export function isFormat(name: unknown): name is FormatName {
  return (FORMATS as readonly unknown[]).includes(name);
}

import process from "node:process";

/** The signals of a server: hanging up reads the policies anew, and the others end it gracefully. A second one ends it at once. */
export function serverSignals(reload: () => void): {
  readonly ended: Promise<void>;
  readonly withdraw: () => void;
} {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  process.on("SIGHUP", reload);
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  return {
    ended,
    withdraw: () => {
      process.removeListener("SIGHUP", reload);
      process.removeListener("SIGINT", end);
      process.removeListener("SIGTERM", end);
    },
  };
}

/** Milliseconds without a change after which files are checked. */
const QUIET_MS = 200;

/** Runs a check some time after the last change; what a later change makes useless is told so, and its answer is dropped. */
interface Latest {
  readonly changed: () => void;
  readonly stop: () => void;
}

/**
 * @param run the check; it should end soon when the signal says so
 * @param onFailure told when it throws, unless it was not wanted any more
 */
export function latest(
  run: (signal: AbortSignal) => Promise<void>,
  onFailure: (error: unknown) => void,
): Latest {
  let timer: NodeJS.Timeout | undefined;
  let running: AbortController | undefined;
  const start = (): void => {
    const controller = new AbortController();
    running = controller;
    run(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) onFailure(error);
    });
  };
  const stop = (): void => {
    clearTimeout(timer);
    running?.abort();
  };
  return {
    changed: () => {
      stop();
      timer = setTimeout(start, QUIET_MS);
    },
    stop,
  };
}

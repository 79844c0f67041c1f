/** Whether a yes is for what a call has as its input now. */
export type IsSameInput = (run: object, callId: string, input: string) => boolean;

/**
 * Remembers which input the number of a call stood for when it was first approved, for each run. Older versions of the SDK know an
 * approved call by its number alone, and a model may use the number of an approved call for another one.
 */
export function approvedInputs(): IsSameInput {
  const runs = new WeakMap<object, Map<string, string>>();
  return (run, callId, input) => {
    const inputs = runs.get(run) ?? new Map<string, string>();
    runs.set(run, inputs);
    const first = inputs.get(callId) ?? input;
    inputs.set(callId, first);
    return first === input;
  };
}

import { isRecord, own } from "@gatehouse-hooks/json";
import type { WorkerData } from "../worker-messages.js";

/** What a worker of a queue replays with: a worker's data, without what only threads of one process share. */
type QueuedRun = Omit<WorkerData, "stop">;

/** A run as text. */
export function runText({ records, ...run }: QueuedRun): string {
  const { trail, asked, model } = records;
  const { decisions, answers, dropped, unsound } = trail;
  return JSON.stringify({
    v: 2,
    ...run,
    ...{ asked: [...asked], model },
    trail: { decisions: [...decisions], answers: [...answers], dropped, unsound },
  });
}

/** Reads what `runText` wrote. @throws Error for a run of another version of the command */
export function readRun(text: string): QueuedRun {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value) || own(value, "v") !== 2)
    throw new Error("the replay was started by another version of the command");
  const { policies, against, examples, place, trail, asked, model } = value as unknown as Omit<
    QueuedRun,
    "records"
  > & {
    readonly asked: readonly (readonly [string, never])[];
    readonly model: string;
    readonly trail: {
      readonly decisions: readonly (readonly [string, never])[];
      readonly answers: readonly (readonly [string, never])[];
      readonly dropped: number;
      readonly unsound: number;
    };
  };
  const { decisions, answers, dropped, unsound } = trail;
  return {
    ...{ policies, against, examples, place },
    records: {
      trail: {
        ...{ decisions: new Map(decisions), answers: new Map(answers) },
        ...{ dropped, unsound },
      },
      asked: new Map(asked),
      ...{ cache: null, model },
    },
  };
}

import { VOCABULARY } from "@gatehouse-hooks/hosts";
import {
  compilePolicies,
  type Decision,
  type Need,
  readEvent,
  step,
  type Verdict,
} from "@gatehouse-hooks/engine";
import { load, type Loaded, type DockerAgentOptions } from "@gatehouse-hooks/hosts";

/** Loads a file that is given as data; JSON, so that any character can stand in it. */
export function loadFile(file: unknown, dockerAgent: DockerAgentOptions = {}): Loaded {
  return load(JSON.stringify(file), {
    path: "agent.json",
    format: "docker-agent",
    options: { "docker-agent": dockerAgent },
  });
}

/** Decides on an event, asking one need at a time. */
export function decideWith(
  policies: Loaded["policies"],
  given: Readonly<Record<string, unknown>>,
  answer: (need: Need) => Verdict,
): Decision {
  const { set, issues } = compilePolicies(policies, { vocabulary: VOCABULARY });
  const errors = issues.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const read = readEvent(given);
  if (read.kind !== "event") throw new Error(read.issue.message);
  const verdicts = new Map<string, Verdict>();
  for (;;) {
    const next = step(set, read.event, verdicts);
    if (next.kind === "decided") return next.decision;
    const [need] = next.needs;
    if (need === undefined) throw new Error("pending without needs");
    verdicts.set(need.id, answer(need));
  }
}

/** For events that rules alone decide on. */
export function nobody(need: Need): Verdict {
  throw new Error(`nobody answers ${need.policy}`);
}

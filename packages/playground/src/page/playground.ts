import { setDiagnostics } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import type { JsonObject } from "@gatehouse-hooks/json";
import { exampleTrial, payloadExample, POLICY_EXAMPLES } from "../model/examples.table.js";
import { AGENTS } from "../model/prepare-trial.js";
import type { TrialResult } from "../model/run-trial.js";
import { readShareLink, writeShareLink } from "../model/share-link.js";
import type { ShownFinding } from "../model/shown-finding.js";
import { NO_AGENT, type Supposed, type PlaygroundTrial } from "../model/trial.js";
import { eventEditor, policyEditor, setText } from "./editors.js";
import { byId, element } from "./element.js";
import { answerDetails, decisionLine } from "./show-answer.js";
import { findingItems, underlined } from "./show-findings.js";
import { TaskWorker } from "./task-worker.js";

/** Whose payload is there at the start. */
const FIRST_AGENT = "claude-code";
/** Milliseconds that a decision, and an analysis, may take. */
const QUICK_LIMIT = 5000;
const SLOW_LIMIT = 20_000;
/** Milliseconds without a key, after which the analysis begins. */
const PAUSE = 300;

/** The page: two editors, and what two workers say of them. */
export class Playground {
  readonly #quick: TaskWorker;
  readonly #slow: TaskWorker;
  readonly #policies: EditorView;
  readonly #event: EditorView;
  readonly #agent = byId("agent", HTMLSelectElement);
  readonly #example = byId("example", HTMLSelectElement);
  readonly #interactive = byId("interactive", HTMLInputElement);
  readonly #decision = byId("decision", HTMLElement);
  readonly #details = byId("details", HTMLElement);
  readonly #findings = byId("findings", HTMLElement);
  readonly #proving = byId("proving", HTMLElement);
  readonly #said = byId("said", HTMLElement);
  #supposed: Readonly<Record<string, Supposed>> = {};
  #loaded: readonly ShownFinding[] = [];
  #proven: readonly ShownFinding[] = [];
  #proved = "";
  #pause = 0;

  /** @param script the address of what runs in the workers */
  constructor(script: string) {
    this.#quick = new TaskWorker(script, QUICK_LIMIT);
    this.#slow = new TaskWorker(script, SLOW_LIMIT);
    this.#policies = policyEditor(
      { parent: byId("policies", HTMLElement), label: "Policies", changed: () => this.#changed() },
      this.#quick,
    );
    this.#event = eventEditor({
      parent: byId("event", HTMLElement),
      label: "Event",
      changed: () => this.#changed(),
    });
    this.#agent.append(...AGENTS.map(({ name, title }) => element("option", { value: name }, title)));
    this.#example.append(
      ...POLICY_EXAMPLES.map(({ title }, at) => element("option", { value: String(at) }, title)),
    );
    this.#listen();
  }

  /** Shows the trial of the address, or else the first example. */
  async start(): Promise<void> {
    const link = await readShareLink(location.hash);
    if (link.kind === "bad") this.#say(`The link was not loaded: ${link.why}.`);
    this.#show(link.kind === "trial" ? link.trial : exampleTrial(0, FIRST_AGENT));
  }

  #listen(): void {
    this.#example.addEventListener("change", () => {
      this.#show(exampleTrial(Number(this.#example.value), this.#agent.value));
    });
    this.#agent.addEventListener("change", () => {
      const { command = "ls" } = POLICY_EXAMPLES[Number(this.#example.value)] ?? {};
      setText(this.#event, payloadExample(this.#agent.value, command));
      this.#changed();
    });
    this.#interactive.addEventListener("change", () => this.#changed());
    byId("share", HTMLButtonElement).addEventListener("click", () => void this.#share());
    window.addEventListener("hashchange", () => void this.start());
  }

  #show({ policies, event, agent, interactive, supposed }: PlaygroundTrial): void {
    this.#agent.value = AGENTS.some(({ name }) => name === agent) ? agent : NO_AGENT;
    this.#interactive.checked = interactive;
    this.#supposed = supposed;
    setText(this.#policies, policies);
    setText(this.#event, event);
    this.#changed();
  }

  #trial(): PlaygroundTrial {
    return {
      policies: this.#policies.state.doc.toString(),
      event: this.#event.state.doc.toString(),
      agent: this.#agent.value,
      interactive: this.#interactive.checked,
      supposed: this.#supposed,
    };
  }

  #changed(): void {
    void this.#run();
    window.clearTimeout(this.#pause);
    this.#pause = window.setTimeout(() => void this.#analyze(), PAUSE);
  }

  async #run(): Promise<void> {
    const trial = this.#trial();
    const outcome = await this.#quick.do("run", trial);
    // What was changed meanwhile is tried already.
    if (outcome.kind === "replaced" || JSON.stringify(trial) !== JSON.stringify(this.#trial())) return;
    if (outcome.kind === "failed") {
      this.#decision.replaceChildren(
        element("strong", { class: "effect deny" }, "no decision"),
        outcome.message,
      );
      this.#details.replaceChildren();
      return;
    }
    this.#loaded = outcome.result.findings;
    this.#showAnswer(outcome.result.answer);
    this.#showFindings();
  }

  #showAnswer(answer: TrialResult["answer"]): void {
    const line = decisionLine(answer);
    const text = line.map(({ textContent }) => textContent).join(" ");
    // What has not changed is not read out again.
    if (this.#decision.dataset["text"] !== text) {
      this.#decision.dataset["text"] = text;
      this.#decision.replaceChildren(...line);
    }
    this.#details.replaceChildren(
      ...(answer.kind === "refused"
        ? []
        : answerDetails(answer, (key, supposed) => {
            this.#supposed = { ...this.#supposed, [key]: supposed };
            this.#changed();
          })),
    );
    const offset = answer.kind === "refused" ? answer.why.offset : undefined;
    const { length } = this.#event.state.doc;
    const at = Math.min(offset ?? 0, length);
    const problems =
      offset === undefined || answer.kind !== "refused"
        ? []
        : [{ from: at, to: at, severity: "error" as const, message: answer.why.message }];
    this.#event.dispatch(setDiagnostics(this.#event.state, problems));
  }

  async #analyze(): Promise<void> {
    const text = this.#policies.state.doc.toString();
    if (text === this.#proved) return;
    this.#proving.textContent = "proving…";
    const outcome = await this.#slow.do("analyze", { text });
    if (outcome.kind === "replaced" || text !== this.#policies.state.doc.toString()) return;
    this.#proved = text;
    this.#proven = outcome.kind === "done" ? outcome.result : [];
    this.#proving.textContent = outcome.kind === "done" ? "" : `analysis: ${outcome.message}`;
    this.#showFindings();
  }

  #showFindings(): void {
    const text = this.#policies.state.doc.toString();
    const findings = [...this.#loaded, ...(text === this.#proved ? this.#proven : [])];
    this.#policies.dispatch(setDiagnostics(this.#policies.state, underlined(findings, text.length)));
    const items = findingItems(findings, {
      go: ({ start }) => {
        this.#policies.dispatch({
          selection: { anchor: Math.min(start, text.length) },
          scrollIntoView: true,
        });
        this.#policies.focus();
      },
      mend: ({ start, end, newText }) => {
        // The text has changed since: what mends it has moved.
        if (this.#policies.state.doc.toString() !== text) return;
        this.#policies.dispatch({ changes: { from: start, to: end, insert: newText } });
      },
      tryEvent: (witness) => this.#tryEvent(witness),
    });
    this.#findings.replaceChildren(
      ...(items.length > 0 ? items : [element("li", { class: "none" }, "none")]),
    );
  }

  #tryEvent(witness: JsonObject): void {
    this.#agent.value = NO_AGENT;
    setText(this.#event, `${JSON.stringify(witness, null, 2)}\n`);
    this.#changed();
  }

  async #share(): Promise<void> {
    const fragment = await writeShareLink(this.#trial());
    if (fragment === null) return this.#say("This is too much for a link.");
    history.replaceState(null, "", fragment);
    this.#say("The address of this page holds what you see: copy it.");
  }

  #say(text: string): void {
    this.#said.textContent = text;
  }
}

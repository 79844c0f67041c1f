import { setDiagnostics } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { JsonObject } from "@gatehouse-hooks/json";
import { AGENT_EXAMPLES, type AgentExample } from "../model/agent-examples.table.js";
import { agentExampleTrial, exampleTrial, payloadExample, POLICY_EXAMPLES } from "../model/examples.table.js";
import { readEventCommand, meantEvent, writeEventCommand } from "../model/event-command.js";
import { TRIED_AGENTS } from "../model/prepare-trial.js";
import type { TrialResult } from "../model/run-trial.js";
import { readShareLink, writeShareLink } from "../model/share-link.js";
import { MOST_FINDINGS, type ShownFinding } from "../model/shown-finding.js";
import {
  MOST_OF_EVENT,
  MOST_OF_POLICIES,
  NO_AGENT,
  type PlaygroundTrial,
  type Supposed,
} from "../model/trial.js";
import { type EditorPlace, eventEditor, policyEditor, setText } from "./editors.js";
import { byId, element, button } from "./element.js";
import { markSpan } from "./marked-span.js";
import { Parts } from "./parts.js";
import { type AnswerActs, answerDetails, decisionLine } from "./show-answer.js";
import { findingItems, underlined } from "./show-findings.js";
import { TaskWorker } from "./task-worker.js";
import type { ShownNearest } from "../model/nearest-trial.js";

/** Whose payload is there at the start. */
const FIRST_AGENT = "claude-code";
/** Milliseconds that a decision, and an analysis, may take. */
const QUICK_LIMITS = { any: 5000, replaced: 1000 };
const SLOW_LIMITS = { any: 20_000, replaced: 1000 };
/** Milliseconds without a key, after which the decision, and the analysis, begin. */
const QUICK_PAUSE = 80;
const SLOW_PAUSE = 300;
/** Milliseconds after which it is said that a decision is being made. */
const PATIENCE = 500;

/** The page: two editors, and what two workers say of them. */
export class Playground {
  readonly #quick: TaskWorker;
  readonly #slow: TaskWorker;
  readonly #search: TaskWorker;
  readonly #policies: EditorView;
  readonly #event: EditorView;
  readonly #agent = byId("agent", HTMLSelectElement);
  readonly #example = byId("example", HTMLSelectElement);
  readonly #interactive = byId("interactive", HTMLInputElement);
  readonly #decision = byId("decision", HTMLElement);
  readonly #command = byId("command", HTMLTextAreaElement);
  readonly #meant = byId("meant", HTMLElement);
  readonly #nearest = byId("nearest", HTMLElement);
  readonly #details = byId("details", HTMLElement);
  readonly #findings = byId("findings", HTMLElement);
  readonly #deciding = byId("deciding", HTMLElement);
  readonly #proving = byId("proving", HTMLElement);
  readonly #said = byId("said", HTMLElement);
  #supposed: Readonly<Record<string, Supposed>> = {};
  #loaded: readonly ShownFinding[] = [];
  #proven: readonly ShownFinding[] = [];
  #proved: Text | undefined;
  /** What is listed, and of which text. */
  #found = "";
  #foundIn: Text | undefined;
  readonly #parts = new Parts();
  #shown = "";
  /** Counts changes of what is tried. */
  #changes = 0;
  /** The change whose nearest change is shown. */
  #nearestOf = 0;
  #quickPause = 0;
  #slowPause = 0;
  #patience = 0;

  /** @param script the address of what runs in the workers */
  constructor(script: string) {
    this.#quick = new TaskWorker(script, QUICK_LIMITS);
    this.#slow = new TaskWorker(script, SLOW_LIMITS);
    this.#search = new TaskWorker(script, QUICK_LIMITS);
    const changed = (): void => this.#changed();
    const placeOf = (id: string, label: string, most: number): EditorPlace => ({
      parent: byId(id, HTMLElement),
      label,
      changed,
      most,
      refused: () => this.#say(`${label}: no more than ${most.toLocaleString("en")} characters are read.`),
    });
    this.#policies = policyEditor(placeOf("policies", "Policies", MOST_OF_POLICIES), this.#quick);
    this.#event = eventEditor(placeOf("event", "Event", MOST_OF_EVENT));
    this.#agent.append(...TRIED_AGENTS.map(({ name, title }) => element("option", { value: name }, title)));
    this.#example.append(
      element(
        "optgroup",
        { label: "Policies, for any agent" },
        ...POLICY_EXAMPLES.map(({ title }, at) => element("option", { value: String(at) }, title)),
      ),
      element(
        "optgroup",
        { label: "Agents" },
        ...AGENT_EXAMPLES.map((one) => element("option", { value: one.agent }, exampleTitle(one))),
      ),
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
      const ofAgent = AGENT_EXAMPLES.find(({ agent }) => agent === this.#example.value);
      this.#show(
        ofAgent === undefined
          ? exampleTrial(Number(this.#example.value), this.#agent.value)
          : agentExampleTrial(ofAgent),
      );
    });
    this.#agent.addEventListener("change", () => {
      const { command = "ls" } = POLICY_EXAMPLES[Number(this.#example.value)] ?? {};
      setText(this.#event, payloadExample(this.#agent.value, command));
      this.#changed();
    });
    this.#interactive.addEventListener("change", () => this.#changed());
    this.#command.addEventListener("input", () => {
      setText(this.#event, writeEventCommand(this.#trial(), this.#command.value));
      this.#changed();
    });
    byId("share", HTMLButtonElement).addEventListener("click", () => void this.#share());
    window.addEventListener("hashchange", () => void this.start());
  }

  #show({ policies, event, agent, interactive, supposed }: PlaygroundTrial): void {
    this.#agent.value = TRIED_AGENTS.some(({ name }) => name === agent) ? agent : NO_AGENT;
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

  /** Tries what is written once there is a pause; what is being tried is not wanted any more. */
  #changed(): void {
    this.#changes++;
    // What is being typed stays as it is typed.
    if (document.activeElement !== this.#command) this.#command.value = readEventCommand(this.#trial()) ?? "";
    this.#quick.drop("run");
    this.#search.drop("nearest");
    this.#decision.setAttribute("aria-busy", "true");
    window.clearTimeout(this.#quickPause);
    window.clearTimeout(this.#slowPause);
    this.#quickPause = window.setTimeout(() => void this.#run(), QUICK_PAUSE);
    this.#slowPause = window.setTimeout(() => {
      void this.#analyze();
      void this.#findNearest();
    }, SLOW_PAUSE);
    if (this.#patience !== 0) return;
    this.#patience = window.setTimeout(() => {
      this.#deciding.textContent = "deciding…";
    }, PATIENCE);
  }

  async #run(): Promise<void> {
    const changes = this.#changes;
    const outcome = await this.#quick.do("run", this.#trial());
    // What was changed meanwhile is tried after this.
    if (outcome.kind === "replaced" || changes !== this.#changes) return;
    window.clearTimeout(this.#patience);
    this.#patience = 0;
    this.#deciding.textContent = "";
    this.#decision.removeAttribute("aria-busy");
    if (outcome.kind === "failed") {
      this.#showLine([element("strong", { class: "effect deny" }, "no decision"), outcome.message]);
      this.#shown = "";
      this.#nearest.replaceChildren();
      this.#details.replaceChildren();
      return;
    }
    this.#loaded = outcome.result.findings;
    this.#showAnswer(outcome.result.answer);
    this.#showFindings();
  }

  #showLine(line: readonly (Node | string)[]): void {
    const text = line.map((one) => (typeof one === "string" ? one : one.textContent)).join(" ");
    // What has not changed is not read out again.
    if (this.#decision.dataset["text"] === text) return;
    this.#decision.dataset["text"] = text;
    this.#decision.replaceChildren(...line);
  }

  #showAnswer(answer: TrialResult["answer"]): void {
    const shown = JSON.stringify(answer);
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (this.#nearestOf !== this.#changes) this.#nearest.replaceChildren();
    this.#showLine(decisionLine(answer));
    Parts.replace(this.#meant, this.#meantButton());
    markSpan(this.#event, null);
    Parts.replace(
      this.#details,
      answer.kind === "refused" ? [] : answerDetails(answer, this.#parts, this.#acts()),
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

  /** A way on from a text that is not an event of the agent. */
  #meantButton(): readonly Node[] {
    const meant = meantEvent(this.#trial());
    if (meant === null) return [];
    const isPayload = meant.kind === "payload";
    const act = (): void => {
      if (isPayload) this.#agent.value = meant.agent;
      else setText(this.#event, meant.event);
      this.#changed();
    };
    const text = isPayload
      ? `This looks like a payload of ${meant.title}: switch to it`
      : "This looks like a command: make an event of it";
    return [button(text, act, { "data-key": "meant" })];
  }

  #acts(): AnswerActs {
    // While a change is tried, what is shown is about another text.
    const isCurrent = (): boolean => this.#decision.ariaBusy !== "true";
    return {
      suppose: (key, supposed) => {
        this.#supposed = { ...this.#supposed, [key]: supposed };
        this.#changed();
      },
      mark: (place) => markSpan(this.#event, isCurrent() ? place : null),
      go: ([anchor, head]) => {
        if (!isCurrent() || head > this.#event.state.doc.length) return;
        this.#event.dispatch({ selection: { anchor, head }, scrollIntoView: true });
        this.#event.focus();
      },
    };
  }

  async #analyze(): Promise<void> {
    const { doc } = this.#policies.state;
    if (this.#proved?.eq(doc) === true) return;
    this.#proving.textContent = "proving…";
    const outcome = await this.#slow.do("analyze", {
      text: this.#policies.state.doc.toString(),
    });
    if (outcome.kind === "replaced" || !doc.eq(this.#policies.state.doc)) return;
    this.#proved = doc;
    this.#proven = outcome.kind === "done" ? outcome.result : [];
    this.#proving.textContent = outcome.kind === "done" ? "" : `analysis: ${outcome.message}`;
    this.#showFindings();
  }

  async #findNearest(): Promise<void> {
    const changes = this.#changes;
    const outcome = await this.#search.do("nearest", this.#trial());
    if (outcome.kind === "replaced" || changes !== this.#changes) return;
    const isRefused = this.#decision.querySelector(".effect")?.textContent === "not an event";
    const shown = isRefused
      ? []
      : outcome.kind === "failed"
        ? [element("span", { class: "notes" }, `A change that is answered otherwise: ${outcome.message}.`)]
        : nearestText(outcome.result, (event) => this.#tryEvent(event));
    this.#nearestOf = changes;
    Parts.replace(this.#nearest, shown);
  }

  #showFindings(): void {
    const { doc } = this.#policies.state;
    const findings = [...this.#loaded, ...(this.#proved?.eq(doc) === true ? this.#proven : [])];
    const found = JSON.stringify(findings);
    if (found === this.#found && this.#foundIn?.eq(doc) === true) return;
    this.#found = found;
    this.#foundIn = doc;
    this.#policies.dispatch(setDiagnostics(this.#policies.state, underlined(findings, doc.length)));
    const items = findingItems(findings, {
      go: ({ start }) => {
        this.#policies.dispatch({
          selection: { anchor: Math.min(start, this.#policies.state.doc.length) },
          scrollIntoView: true,
        });
        this.#policies.focus();
      },
      mend: ({ start, end, newText }) => {
        // The text has changed since: what mends it has moved.
        if (!this.#policies.state.doc.eq(doc)) return;
        this.#policies.dispatch({ changes: { from: start, to: end, insert: newText } });
      },
      tryEvent: (witness) => this.#tryEvent(witness),
    });
    const isCut = [this.#loaded, this.#proven].some(({ length }) => length >= MOST_FINDINGS);
    this.#findings.replaceChildren(
      ...(items.length > 0 ? items : [element("li", { class: "none" }, "none")]),
      ...(isCut
        ? [element("li", { class: "none" }, `Only the first ${MOST_FINDINGS} of each kind are listed.`)]
        : []),
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
    const isCopied = await navigator.clipboard.writeText(location.href).then(
      () => true,
      () => false,
    );
    this.#say(
      isCopied
        ? "Copied: the link holds what you see."
        : "The address of this page holds what you see: copy it.",
    );
  }

  #say(text: string): void {
    this.#said.textContent = text;
  }
}

function exampleTitle({ agent, title }: AgentExample): string {
  return `${TRIED_AGENTS.find(({ name }) => name === agent)?.title ?? agent} ${title}`;
}

/** The nearest change, and a way to try it. */
function nearestText(nearest: ShownNearest | null, tryEvent: (event: JsonObject) => void): readonly Node[] {
  if (nearest === null)
    return [element("span", { class: "notes" }, "No small change was found that is answered otherwise.")];
  const { changes, effect, policy, asks, event } = nearest;
  const by = policy === null ? "" : ` by ${policy}`;
  const asked = asks.length === 0 ? "" : `, asking ${asks.join(", ")}`;
  return [
    element("span", {}, "With "),
    ...changes.flatMap(({ path, to }, at) => [
      ...(at === 0 ? [] : [element("span", {}, " and ")]),
      element("code", {}, to === undefined ? `no ${path}` : `${path} = ${to}`),
    ]),
    element("span", {}, " it would be "),
    element("strong", { class: effect }, effect),
    element("span", {}, `${by}${asked}. `),
    button("try this event", () => tryEvent(event), { "data-key": "try-nearest" }),
  ];
}

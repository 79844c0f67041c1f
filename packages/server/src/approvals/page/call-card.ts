import { element, visible } from "./elements.js";
import { hiddenParts, lasting, nameOf, shortly, textsOf, type ListedCall } from "./listed-call.js";

/** What a person answers. */
export type PressedAnswer = "approve" | "refuse";

/** What is shown of one call. */
export interface CallCard {
  readonly call: ListedCall;
  readonly item: HTMLElement;
  /** Writes how long ago and how long still. @param ahead the server's clock minus this one, in ms */
  readonly tick: (ahead: number) => void;
  /** Whether it can be answered now. */
  readonly enable: (isEnabled: boolean) => void;
  /** It was answered here. */
  settled: boolean;
}

/** Refuse comes first, and looks unlike. */
const ANSWERS: readonly (readonly [PressedAnswer, string])[] = [
  ["refuse", "Refuse"],
  ["approve", "Approve once"],
];

/** The card of a call. @param settle called with what was pressed */
export function callCard(call: ListedCall, settle: (answer: PressedAnswer) => void): CallCard {
  const item = element("li", "", "call");
  const { list, since, until } = about(call);
  const hidden = hiddenParts(call);
  const answers = element("div", "", "answers");
  const buttons = ANSWERS.map(([answer, label]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = answer;
    button.textContent = label;
    button.setAttribute("aria-label", visible(`${label}, ${shortly(call)}`));
    button.addEventListener("click", () => settle(answer));
    return button;
  });
  answers.append(...buttons);
  item.append(
    element("h2", nameOf(call)),
    ...textsOf(call).map((text) => element("pre", text)),
    ...(hidden === null ? [] : [element("p", hidden, "hidden-part")]),
    list,
    answers,
  );
  const enable = (isEnabled: boolean): void => {
    for (const button of buttons) button.disabled = !isEnabled;
  };
  const tick = (ahead: number): void => {
    const now = Date.now() + ahead;
    const at = (time: number): string => new Date(time - ahead).toLocaleTimeString();
    const isOver = call.expires <= now;
    since.textContent = `${at(call.asked)}, ${lasting(now - call.asked)} ago`;
    until.textContent = isOver
      ? "it is over: the agent has to ask again"
      : `${at(call.expires)}, in ${lasting(call.expires - now)}`;
    item.classList.toggle("over", isOver);
    if (isOver) enable(false);
  };
  return { call, item, tick, enable, settled: false };
}

/** Names and values of what is known of a call. */
function about({ saw = [], reason, policy, from = {} }: ListedCall): {
  readonly list: HTMLElement;
  readonly since: HTMLElement;
  readonly until: HTMLElement;
} {
  const list = element("dl");
  const add = (name: string, ...texts: readonly (string | null | undefined)[]): void => {
    const given = texts.filter((text) => typeof text === "string" && text !== "");
    if (given.length > 0) list.append(element("dt", name), ...given.map((text) => element("dd", text ?? "")));
  };
  // Where in the text it is written, one sees.
  add("it does", ...saw.map((said) => said.replace(" (exact)", "").replace(/, characters \S+$/, "")));
  add("why it waits", reason === "" ? "no reason was given" : reason);
  add("rule", policy);
  const who = [from.caller, from.agent].filter((one) => one !== undefined).join(", ");
  add("asked by", who === "" ? "not known" : who);
  add("in", from.folder);
  add("session", from.session);
  const since = element("dd");
  const until = element("dd");
  list.append(element("dt", "since"), since, element("dt", "until"), until);
  return { list, since, until };
}

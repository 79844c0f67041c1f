import { askWaiting, type ListedCalls, RefusedRequest, sendAnswer } from "./ask-server.js";
import { callCard, type CallCard, type PressedAnswer } from "./call-card.js";
import { element, place, visible, write } from "./elements.js";
import { lasting, type ListedCall, nameOf, shortly, textsOf } from "./listed-call.js";
import { linkedCode, registerPasskey, signCall } from "./passkey.js";

const TITLE = "Waiting for approval";
/** How often it looks while it is seen, and while it is not, in ms. */
const SEEN = 2000;
const HIDDEN = 10_000;
const MOST_HISTORY = 20;

/** What waits, looked at again and again with the token that was typed in. */
class WaitingCalls {
  readonly #cards = new Map<string, CallCard>();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** When it looked last; 0: never with this token. */
  #looked = 0;
  #isAsking = false;
  #ahead = 0;
  /** A yes takes a passkey. */
  #signs = false;

  start(): void {
    say("");
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      this.tick();
      if (Date.now() - this.#looked >= (document.hidden ? HIDDEN : SEEN)) void this.#look();
    }, 1000);
    void this.#look();
  }

  lookAgain(): void {
    if (this.#timer !== undefined) void this.#look();
  }

  tick(): void {
    for (const card of this.#cards.values()) card.tick(this.#ahead);
    place("state").hidden = this.#looked === 0;
    write("looked", `Looked ${lasting(Date.now() - this.#looked)} ago.`);
    place("notify").hidden = !("Notification" in window) || Notification.permission !== "default";
  }

  async #look(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const told = await askWaiting();
      this.#looked = Date.now();
      this.#ahead = told.ahead;
      place("form").classList.add("done");
      this.#show(told.body);
      write("problem", "");
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isAsking = false;
      this.tick();
    }
  }

  #fail(error: unknown): void {
    if (error instanceof RefusedRequest && [401, 403].includes(error.status))
      return this.#stop(error.message);
    const what =
      error instanceof RefusedRequest
        ? `The server cannot say what waits: ${error.message}`
        : "The server does not answer";
    write("problem", `${what}. What is below may be out of date; this page tries again.`);
  }

  /** The token is not one of a person who answers, or not any more. */
  #stop(why: string): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#looked = 0;
    this.#cards.clear();
    place("calls").replaceChildren();
    place("form").classList.remove("done");
    document.title = TITLE;
    write("problem", `This token shows nothing: ${why}`);
    place("token").focus();
  }

  /** Cards that are there stay where they are: who is about to press a button is not to press another one. */
  #show({ approvals: waiting, passkeys }: ListedCalls): void {
    this.#signs = passkeys !== undefined;
    place("register").hidden = !this.#signs || (passkeys !== 0 && linkedCode() === "");
    const ids = new Set(waiting.map(({ id }) => id));
    for (const [id, { call, item, settled }] of this.#cards) {
      if (ids.has(id)) continue;
      const isOver = call.expires <= Date.now() + this.#ahead;
      if (!settled) remember(isOver ? "ended without an answer" : "answered elsewhere", call);
      item.remove();
      this.#cards.delete(id);
    }
    const fresh = waiting.filter(({ id }) => !this.#cards.has(id));
    for (const call of fresh) {
      const card = callCard(call, (answer) => void this.#settle(card, answer));
      this.#cards.set(call.id, card);
      place("calls").append(card.item);
    }
    notify(fresh);
    document.title = waiting.length === 0 ? TITLE : `(${waiting.length}) ${TITLE}`;
    document.getElementById("none")?.remove();
    if (waiting.length > 0) return;
    const none = element("li", "No call waits. New ones appear here by themselves.", "faint");
    none.id = "none";
    place("calls").append(none);
  }

  async #settle(card: CallCard, answer: PressedAnswer): Promise<void> {
    const { call } = card;
    card.enable(false);
    try {
      const signed = this.#signs && answer === "approve" ? await signCall(call.id) : undefined;
      await sendAnswer(call.id, answer, signed);
      card.settled = true;
      const isYes = answer === "approve";
      say(
        isYes
          ? `Approved once, ${shortly(call)} — the agent may make just this call within the next minutes.`
          : `Refused, ${shortly(call)} — the agent is told so when it tries again.`,
      );
      remember(isYes ? "approved once" : "refused", call);
    } catch (error) {
      say(`Not answered, ${shortly(call)} — ${error instanceof Error ? error.message : ""}`, "bad");
      card.enable(true);
    }
    await this.#look();
  }
}

/** What became of an answer; the button that was pressed is about to go, so the keyboard goes on from here. */
function say(text: string, className = ""): void {
  write("said", text);
  place("said").className = className;
  if (text !== "") place("said").focus();
}

function remember(what: string, call: ListedCall): void {
  const history = place("history");
  const item = element("li");
  item.append(element("strong", what), visible(` ${new Date().toLocaleTimeString()}, ${shortly(call)}`));
  history.prepend(item);
  while (history.children.length > MOST_HISTORY) history.lastElementChild?.remove();
  place("past").hidden = false;
}

/** Of calls that came while the page was not in front. */
function notify(fresh: readonly ListedCall[]): void {
  if (!("Notification" in window) || Notification.permission !== "granted" || document.hasFocus()) return;
  for (const call of fresh) {
    const told = new Notification(visible(`${nameOf(call)} waits for approval`), {
      body: visible(textsOf(call)[0].slice(0, 200)),
      tag: call.id,
    });
    told.addEventListener("click", () => {
      window.focus();
      told.close();
    });
  }
}

async function register(): Promise<void> {
  const code = place("code");
  try {
    const count = await registerPasskey(code instanceof HTMLInputElement ? code.value.trim() : "");
    history.replaceState(null, "", location.pathname);
    say(`This passkey is registered: you have ${count}. Calls are approved with it from now on.`);
  } catch (error) {
    say(`No passkey was registered — ${error instanceof Error ? error.message : ""}`, "bad");
  }
  calls.lookAgain();
}

const calls = new WaitingCalls();
place("code").setAttribute("value", linkedCode());
place("register").addEventListener("submit", (event) => {
  event.preventDefault();
  void register();
});
place("form").addEventListener("submit", (event) => {
  event.preventDefault();
  calls.start();
});
place("notify").addEventListener("click", () => {
  void Notification.requestPermission().then(() => calls.tick());
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) calls.lookAgain();
});

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { Compartment, EditorState, type Extension, type Text } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
  type Tooltip,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { element } from "./element.js";
import { markedSpans } from "./marked-span.js";
import type { TaskWorker } from "./task-worker.js";

/** Characters of a text that is coloured: one string of JSON is read as a whole, with each key. */
const MOST_COLOURED = 200_000;

/** An editor: where it is, what it is called, and who is told of changes. */
export interface EditorPlace {
  readonly parent: HTMLElement;
  readonly label: string;
  readonly changed: () => void;
  /** Characters that it takes: a change that makes it longer is not made, and `refused` is told. */
  readonly most: number;
  readonly refused: () => void;
}

/** The editor of policies: completion and hover are those of the language service. */
export function policyEditor(place: EditorPlace, worker: TaskWorker): EditorView {
  return editor(place, [
    coloured(yaml()),
    autocompletion({ override: [(context) => completionsAt(context, worker)] }),
    hoverTooltip((view, offset) => hoverAt(view, offset, worker)),
  ]);
}

/** The editor of the event. */
export function eventEditor(place: EditorPlace): EditorView {
  return editor(place, [coloured(json()), markedSpans()]);
}

/** Puts another text into an editor. */
export function setText(view: EditorView, text: string): void {
  if (view.state.doc.eq(view.state.toText(text))) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

/** A language for texts that are short enough to be coloured while keys are pressed. */
function coloured(language: Extension): Extension {
  const place = new Compartment();
  const isShort = ({ length }: Text): boolean => length <= MOST_COLOURED;
  return [
    place.of(language),
    EditorState.transactionExtender.of((change) => {
      if (!change.docChanged || isShort(change.startState.doc) === isShort(change.newDoc)) return null;
      return { effects: place.reconfigure(isShort(change.newDoc) ? language : []) };
    }),
  ];
}

function editor(
  { parent, label, changed, most, refused }: EditorPlace,
  extensions: readonly Extension[],
): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        syntaxHighlighting(classHighlighter),
        // No key for Tab: it goes on to what is next on the page.
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
        ]),
        // On a phone half of a condition would be outside.
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        EditorState.changeFilter.of(({ newDoc, startState: { doc } }) => {
          const isTaken = newDoc.length <= most || newDoc.length <= doc.length;
          if (!isTaken) refused();
          return isTaken;
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
        }),
        ...extensions,
      ],
    }),
  });
}

async function completionsAt(
  context: CompletionContext,
  worker: TaskWorker,
): Promise<CompletionResult | null> {
  const before = context.matchBefore(/[\w.$"'-]+/);
  if (before === null && !context.explicit) return null;
  const outcome = await worker.do("complete", { text: context.state.doc.toString(), offset: context.pos });
  if (outcome.kind !== "done" || context.aborted) return null;
  const [first] = outcome.result;
  if (first === undefined) return null;
  const { start } = first.range;
  return {
    from: start,
    to: Math.max(context.pos, start),
    options: outcome.result
      .filter(({ range }) => range.start === start)
      .map(({ label, newText, detail, text }) => ({
        label,
        apply: newText,
        ...(detail !== undefined && { detail }),
        ...(text !== undefined && { info: text }),
      })),
  };
}

async function hoverAt(view: EditorView, offset: number, worker: TaskWorker): Promise<Tooltip | null> {
  const outcome = await worker.do("hover", { text: view.state.doc.toString(), offset });
  if (outcome.kind !== "done" || outcome.result === null) return null;
  const { range, texts, condition } = outcome.result;
  return {
    pos: range.start,
    end: range.end,
    create: () => ({
      dom: element(
        "div",
        { class: "hover" },
        ...texts.map((text) => element("p", {}, text)),
        ...(condition === undefined ? [] : [element("code", {}, condition)]),
      ),
    }),
  };
}

import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** A part of a text. */
type MarkedSpan = readonly [start: number, end: number];

const setMark = StateEffect.define<MarkedSpan | null>();
const MARK = Decoration.mark({ class: "marked-span" });

/** Lets a part of an editor's text be marked; it is marked until the text changes. */
export function markedSpans(): Extension {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (marks, { effects, docChanged }) => {
      const last = effects.findLast((one) => one.is(setMark));
      if (last === undefined) return docChanged ? Decoration.none : marks;
      return last.value === null ? Decoration.none : Decoration.set(MARK.range(...last.value));
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

/** Marks a part of the text and scrolls to it; null marks nothing. */
export function markSpan(view: EditorView, span: MarkedSpan | null): void {
  const isThere = span !== null && span[0] < span[1] && span[1] <= view.state.doc.length;
  view.dispatch({
    effects: isThere
      ? [setMark.of(span), EditorView.scrollIntoView(span[0], { y: "nearest", x: "nearest" })]
      : setMark.of(null),
  });
}

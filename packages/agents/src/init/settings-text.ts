/** How the text of a settings file is written. */
export interface Formatting {
  /** One level. */
  readonly indent: string;
  readonly eol: "\n" | "\r\n";
}

/** The text of a settings file, without its byte order mark. */
export interface SettingsText {
  readonly text: string;
  /** The file begins with a byte order mark. */
  readonly mark: boolean;
  readonly formatting: Formatting;
}

const MARK = "\uFEFF";

/** Takes the bytes of a file apart; null: they are not UTF-8. */
export function readSettingsText(bytes: Uint8Array): SettingsText | null {
  let whole: string;
  try {
    whole = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  const mark = whole.startsWith(MARK);
  const text = mark ? whole.slice(1) : whole;
  return { text, mark, formatting: formattingOf(text) };
}

/** The bytes of a settings file whose text takes the place of another. */
export function settingsBytes({ mark }: Pick<SettingsText, "mark">, text: string): Uint8Array {
  return new TextEncoder().encode(mark ? MARK + text : text);
}

/** The indentation of the first indented line, and the line ends that most lines have. */
function formattingOf(text: string): Formatting {
  const windows = (text.match(/\r\n/g) ?? []).length;
  const all = (text.match(/\n/g) ?? []).length;
  return {
    indent: /^(\t| {1,8})(?=\S)/m.exec(text)?.[1] ?? "  ",
    eol: windows * 2 > all ? "\r\n" : "\n",
  };
}

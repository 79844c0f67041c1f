/**
 * The words of a text, as sources know them: what stands between white space, quotes, brackets and `, ; = |`, without the marks around it, a scheme before
 * it and a last `/`; ASCII capitals are small. Nothing else is folded: a letter of another width or alphabet is another address for the server that gets it.
 */
export function textWords(text: string): readonly string[] {
  const small = lower(text);
  // Many texts are one word: nothing in it is between words.
  if (PLAIN_WORD.test(small)) return [small];
  const words: string[] = [];
  for (const piece of small.split(BETWEEN)) {
    const word = wordOf(piece);
    if (word !== "") words.push(word);
  }
  return words;
}

const BETWEEN = /[\s"'`<>()[\]{}|,;=]+/;

/** Pieces as they stand in a text. */
function piecesOf(text: string): readonly string[] {
  return text.split(BETWEEN).filter((piece) => piece !== "");
}

function lower(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x41 && unit <= 0x5a) return text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  }
  return text;
}

/** A piece with nothing to take off: most are. */
const PLAIN_WORD = /^[a-z0-9@](?:[a-z0-9@._+-]*[a-z0-9])?$/;

/** A word; empty where a piece has only marks. */
function wordOf(piece: string): string {
  if (PLAIN_WORD.test(piece)) return piece;
  const word = withoutEnd(piece.slice(startOf(piece, FIRST)), LAST)
    .replace(/^https?:\/\//, "")
    .replace(/^(?:mailto|tel):/, "");
  const bare = withoutEnd(word, NOT_SLASH);
  return withoutEnd(bare.slice(startOf(bare, NOT_STOP)), NOT_COLON);
}

/** What a word may begin and end with. */
const FIRST = /[\p{L}\p{N}@#$+/~.-]/u;
const LAST = /[\p{L}\p{N}@#$+/~-]/u;
const NOT_SLASH = /[^/]/;
const NOT_STOP = /[^.-]/;
const NOT_COLON = /[^.:]/;

/** Where the first character of a kind is; its length, where the text has no such character. */
function startOf(text: string, kind: RegExp): number {
  const at = text.search(kind);
  return at === -1 ? text.length : at;
}

/** The text up to its last character of a kind. Character by character: a pattern for this end would look at a long row of others from each of them. */
function withoutEnd(text: string, kind: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const unit = text.charCodeAt(end - 1);
    const width = end > 1 && unit >= 0xdc_00 && unit <= 0xdf_ff ? 2 : 1;
    if (kind.test(text.slice(end - width, end))) return text.slice(0, end);
    end -= width;
  }
  return "";
}

/** The longest host and the longest address of a mail that are read. */
const MOST_OF_HOST = 253;
const MOST_OF_MAIL = 320;

/**
 * The host of a value that is one address of a page, without `www.`; empty for mail addresses, for numbers, and where another host could be meant
 * than the one that is read first.
 */
export function hostOf(value: string): string {
  // Most values are no address: a mail's has no path behind it.
  if (!value.includes(".") || (value.includes("@") && !/[/?#]/.test(value))) return "";
  const text = lower(value.trim()).replace(/^https?:\/\//, "");
  const end = text.search(/[/?#]/);
  const place = end === -1 ? text : text.slice(0, end);
  if (place.length > MOST_OF_HOST + 6 || !place.includes(".")) return "";
  const host = place.replace(/:\d+$/, "").replace(/\.$/, "");
  return /^[a-z0-9_.-]+$/.test(host) && !/^[\d.]+$/.test(host) ? host.replace(/^www\./, "") : "";
}

const WRITTEN_AS_PLACE = /https?:\/\/|(?<![\p{L}\p{N}_.@-])www\./giu;

/** The hosts that a text writes as places: with a scheme, with `www.`, or with a path behind them. */
export function hostsIn(text: string): readonly string[] {
  return piecesOf(text).flatMap((piece) => {
    const first = startOf(piece, /[\p{L}\p{N}]/u);
    const starts = new Set([...piece.matchAll(WRITTEN_AS_PLACE)].map(({ index }) => index));
    if (piece.indexOf("/", first) > first) starts.add(first);
    return [...starts].flatMap((at) => {
      const host = hostOf(withoutEnd(piece.slice(at, at + MOST_OF_HOST + 20), /[^.:!?]/));
      return host === "" ? [] : [host];
    });
  });
}

/** Whose address of a mail it is, as far as the address says: its first part of three letters or more before the `@`; else empty. */
export function mailName(value: string): string {
  if (!value.includes("@")) return "";
  const text = lower(value.trim());
  const at = text.indexOf("@");
  if (text.length > MOST_OF_MAIL || at !== text.lastIndexOf("@")) return "";
  const name = text.slice(0, at);
  if (PLAIN_MAIL.test(text)) return name.length >= LETTERS_OF_NAME ? name : "";
  if (/\s/.test(name) || !/^[a-z0-9.-]+$/.test(text.slice(at + 1))) return "";
  return partsOfWord(name).find((part) => part.length >= LETTERS_OF_NAME) ?? "";
}

/** An address whose name is one part: most are. */
const PLAIN_MAIL = /^[a-z0-9]+@[a-z0-9.-]+$/;

/** A shorter part says nothing of a name. */
const LETTERS_OF_NAME = 3;

function partsOfWord(word: string): readonly string[] {
  return word.split(/[^\p{L}\p{N}]+/u);
}

const ONE_PART = /^[a-z0-9]*$/;

/** Words and their parts, of so many letters or more; of an address of a mail only the name. */
export function wordsAndParts(words: readonly string[], letters: number): readonly string[] {
  const all: string[] = [];
  for (const word of words) {
    const name = mailName(word);
    if (name !== "") all.push(name);
    else {
      if (word.length >= letters) all.push(word);
      for (const part of ONE_PART.test(word) ? [] : partsOfWord(word))
        if (part.length >= letters) all.push(part);
    }
  }
  return all;
}

/** What stands before a stop that has no space behind it, as in `a@b.example.Then`: each is a word, too. */
export function sentenceEnds(text: string): readonly string[] {
  return piecesOf(text).flatMap((piece) => {
    const parts = piece.split(/\.(?=\p{Lu}\p{Ll})/u);
    return parts.slice(0, -1).flatMap((part) => textWords(part));
  });
}

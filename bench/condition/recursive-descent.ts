/** A parser written by hand for the conditions of this bench, with spans: the limit for parsing. */
export interface Node {
  readonly kind: string;
  readonly span: readonly [number, number];
  readonly [key: string]: unknown;
}

export function parseByHand(text: string): Node {
  const reader = { text, at: 0 };
  const node = or(reader);
  blanks(reader);
  if (reader.at < text.length) throw new SyntaxError(`at ${reader.at}`);
  return node;
}

interface Reader {
  readonly text: string;
  at: number;
}

function blanks(reader: Reader): void {
  while (reader.text.charCodeAt(reader.at) === 32) reader.at++;
}

function takes(reader: Reader, mark: string): boolean {
  blanks(reader);
  if (!reader.text.startsWith(mark, reader.at)) return false;
  reader.at += mark.length;
  return true;
}

function or(reader: Reader): Node {
  return logic(reader, "or", "||", and);
}

function and(reader: Reader): Node {
  return logic(reader, "and", "&&", unary);
}

function logic(reader: Reader, kind: string, mark: string, next: (reader: Reader) => Node): Node {
  const first = next(reader);
  if (!takes(reader, mark)) return first;
  const operands = [first];
  do operands.push(next(reader));
  while (takes(reader, mark));
  return { kind, operands, span: [first.span[0], reader.at] };
}

function unary(reader: Reader): Node {
  blanks(reader);
  const start = reader.at;
  if (reader.text.charCodeAt(start) === 33 && reader.text.charCodeAt(start + 1) !== 61) {
    reader.at++;
    const operand = unary(reader);
    return { kind: "not", operand, span: [start, reader.at] };
  }
  const left = operand(reader);
  const operator = takes(reader, "==") ? "==" : takes(reader, "!=") ? "!=" : undefined;
  if (operator === undefined) return left;
  return { kind: "compare", operator, left, right: operand(reader), span: [start, reader.at] };
}

function operand(reader: Reader): Node {
  blanks(reader);
  const { text, at } = reader;
  const code = text.charCodeAt(at);
  if (code === 40) {
    reader.at++;
    const inner = or(reader);
    if (!takes(reader, ")")) throw new SyntaxError(`at ${reader.at}`);
    return inner;
  }
  if (code === 34) return string(reader);
  let node: Node = { kind: "name", name: word(reader), span: [at, reader.at] };
  while (reader.text.charCodeAt(reader.at) === 46) {
    reader.at++;
    const key = word(reader);
    if (reader.text.charCodeAt(reader.at) === 40) {
      reader.at++;
      const args = [operand(reader)];
      if (!takes(reader, ")")) throw new SyntaxError(`at ${reader.at}`);
      node = { kind: "call", method: key, object: node, args, span: [at, reader.at] };
    } else node = { kind: "member", object: node, key, span: [at, reader.at] };
  }
  return node;
}

function string(reader: Reader): Node {
  const start = reader.at;
  const end = reader.text.indexOf('"', start + 1);
  if (end < 0) throw new SyntaxError(`at ${start}`);
  reader.at = end + 1;
  return { kind: "literal", value: reader.text.slice(start + 1, end), span: [start, reader.at] };
}

function word(reader: Reader): string {
  const start = reader.at;
  for (;;) {
    const code = reader.text.charCodeAt(reader.at) | 32;
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 127) reader.at++;
    else break;
  }
  if (reader.at === start) throw new SyntaxError(`at ${start}`);
  return reader.text.slice(start, reader.at);
}

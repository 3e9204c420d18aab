/** A fault in the text of an expression: where it is and what to do about it. */
export class ExpressionFault extends Error {
  override readonly name = 'ExpressionFault';
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

export interface Token {
  kind: 'word' | 'quoted' | 'text' | 'number' | 'sign' | 'parameter' | 'end';
  /** Words as written; quoted names and texts without their quotes, doubled quotes made single. */
  text: string;
  at: number;
}

const SIGNS = ['<=', '>=', '<>', '!=', '||', '(', ')', ',', '.', '+', '-', '*', '/', '%', '=', '<', '>'];
const PATTERNS = {
  space: /\s+/y,
  number: /(?:\d+(?:\.\d+)?|\.\d+)(?![\p{L}\d_])/uy,
  word: /[\p{L}_][\p{L}\d_]*/uy,
  text: /'((?:[^']|'')*)'/y,
  quoted: /"((?:[^"]|"")+)"/y,
  parameter: /:([a-z][a-z0-9_]*)/y,
};

function unquote(kind: 'text' | 'quoted', inner: string): string {
  return kind === 'text' ? inner.replaceAll("''", "'") : inner.replaceAll('""', '"');
}

/** Cuts an expression into tokens; the last one is the end. Throws `ExpressionFault`. */
export function tokenise(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  const push = (kind: Token['kind'], text: string, length: number) => {
    tokens.push({ kind, text, at });
    at += length;
  };
  while (at < source.length) {
    const space = match(PATTERNS.space);
    if (space) {
      at += space[0].length;
      continue;
    }
    const found = (['number', 'word', 'text', 'quoted', 'parameter'] as const)
      .map((kind) => ({ kind, hit: match(PATTERNS[kind]) }))
      .find(({ hit }) => hit !== null);
    if (found) {
      const { kind, hit } = found;
      const inner = hit![1] ?? hit![0];
      push(kind, kind === 'text' || kind === 'quoted' ? unquote(kind, inner) : inner, hit![0].length);
      continue;
    }
    if (source.startsWith('--', at) || source.startsWith('/*', at))
      throw new ExpressionFault(
        at,
        'Comments have no place here: write them into the description. A double minus needs a space between.',
      );
    const sign = SIGNS.find((each) => source.startsWith(each, at));
    if (sign === undefined) throw strange(source, at);
    push('sign', sign, sign.length);
  }
  return [...tokens, { kind: 'end', text: '', at: source.length }];
}

function strange(source: string, at: number): ExpressionFault {
  const char = String.fromCodePoint(source.codePointAt(at)!);
  if (char === "'")
    return new ExpressionFault(at, 'A text begins here and does not end. Close it with a single quote.');
  if (char === '"')
    return new ExpressionFault(at, 'A name begins here and does not end. Close it with a double quote.');
  if (/\d/.test(char)) return new ExpressionFault(at, 'A number ends in a letter. Leave a space, or quote the name.');
  if (char === ':')
    return new ExpressionFault(at, "A parameter is written ':name' in small letters, digits and underscores.");
  return new ExpressionFault(at, `'${char}' has no meaning here. Take it out.`);
}

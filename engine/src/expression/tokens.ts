/** An error in an expression, with its position and remedy. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

export interface Token {
  kind: 'word' | 'quoted' | 'text' | 'number' | 'sign' | 'parameter' | 'end';
  /** Words as written; quoted names and texts without quotes, with doubled quotes unescaped. */
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

/** Splits an expression into tokens; the last one is the end. Throws `ExpressionError`. */
export function tokenize(source: string): Token[] {
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
    const existing = (['number', 'word', 'text', 'quoted', 'parameter'] as const)
      .map((kind) => ({ kind, hit: match(PATTERNS[kind]) }))
      .find(({ hit }) => hit !== null);
    if (existing) {
      const { kind, hit } = existing;
      const inner = hit![1] ?? hit![0];
      push(kind, kind === 'text' || kind === 'quoted' ? unquote(kind, inner) : inner, hit![0].length);
      continue;
    }
    if (source.startsWith('--', at) || source.startsWith('/*', at))
      throw new ExpressionError(
        at,
        'Comments have no place here: write them into the description. A double minus needs a space between.',
      );
    const sign = SIGNS.find((item) => source.startsWith(item, at));
    if (sign === undefined) throw unexpectedCharacter(source, at);
    push('sign', sign, sign.length);
  }
  return [...tokens, { kind: 'end', text: '', at: source.length }];
}

function unexpectedCharacter(source: string, at: number): ExpressionError {
  const char = String.fromCodePoint(source.codePointAt(at)!);
  if (char === "'")
    return new ExpressionError(at, 'A text begins here and does not end. Close it with a single quote.');
  if (char === '"')
    return new ExpressionError(at, 'A name begins here and does not end. Close it with a double quote.');
  if (/\d/.test(char)) return new ExpressionError(at, 'A number ends in a letter. Leave a space, or quote the name.');
  if (char === ':')
    return new ExpressionError(at, "A parameter is written ':name' in small letters, digits and underscores.");
  return new ExpressionError(at, `'${char}' has no meaning here. Take it out.`);
}

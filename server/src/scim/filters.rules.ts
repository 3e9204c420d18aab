import { invalid } from './scim-error.ts';

/** `path eq value`, or a list's element that fulfills `where`, with a part of it that equals `value`. */
export interface Condition {
  /** In lower case, without the URN of a core schema. */
  readonly path: string;
  /** What one element of the list has to fulfill; null where the path has no brackets. */
  readonly where: readonly Condition[] | null;
  /** Null where only `where` has to be fulfilled. */
  readonly value: string | null;
}

const LONGEST = 1000;
const MOST = 10;
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([[\]()])|([^\s[\]()"]+))/y;

type Token = { readonly kind: 'text' | 'mark' | 'word'; readonly text: string };

/** Reads a filter: comparisons by `eq`, joined by `and`. Brackets do not nest, so nothing here recurses without limit. */
export function readFilter(text: string): Condition[] {
  return new FilterReader(tokensOf(text)).conditions(true);
}

/** The same for what is between the brackets of a path. */
export function readElementFilter(text: string): Condition[] {
  return new FilterReader(tokensOf(text)).conditions(false);
}

const refuse = (detail: string) => invalid('invalidFilter', detail);

function tokensOf(text: string): Token[] {
  if (text.length > LONGEST) throw refuse(`The filter is too long; use at most ${LONGEST} characters.`);
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const found = TOKEN.exec(text);
    if (!found) throw refuse('The filter has a text without its closing quotation mark.');
    const [, quoted, mark, word] = found;
    if (quoted !== undefined) tokens.push({ kind: 'text', text: unquote(quoted) });
    else tokens.push(mark === undefined ? { kind: 'word', text: word! } : { kind: 'mark', text: mark });
  }
  return tokens;
}

function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw refuse('The filter has a text that is no JSON string.');
  }
}

class FilterReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** To the end of the tokens. */
  conditions(mayHaveBrackets: boolean): Condition[] {
    const list = this.#list(mayHaveBrackets);
    if (this.#at < this.#tokens.length)
      throw refuse("This server filters by comparisons with 'eq' that are joined by 'and'.");
    return list;
  }

  #list(mayHaveBrackets: boolean): Condition[] {
    const list = [this.#condition(mayHaveBrackets)];
    while (this.#takesWord('and')) {
      if (list.length === MOST) throw refuse(`The filter has too many comparisons; use at most ${MOST}.`);
      list.push(this.#condition(mayHaveBrackets));
    }
    return list;
  }

  #condition(mayHaveBrackets: boolean): Condition {
    const name = this.#next();
    if (name?.kind !== 'word') throw refuse('The filter needs the name of an attribute, such as userName.');
    const path = name.text.replace(CORE, '').toLowerCase();
    if (!this.#takesMark('[')) return { path, where: null, value: this.#comparison() };
    if (!mayHaveBrackets) throw refuse('Brackets of a filter do not nest here.');
    const where = this.#list(false);
    if (!this.#takesMark(']')) throw refuse("The filter lacks a ']'.");
    const part = this.#tokens[this.#at];
    if (part?.kind !== 'word' || !part.text.startsWith('.')) return { path, where, value: null };
    this.#at += 1;
    return { path: path + part.text.toLowerCase(), where, value: this.#comparison() };
  }

  #comparison(): string {
    const operator = this.#next();
    if (operator?.kind !== 'word' || operator.text.toLowerCase() !== 'eq')
      throw refuse("This server compares with 'eq' only.");
    const value = this.#next();
    if (value === undefined || value.kind === 'mark') throw refuse("The filter lacks a value after 'eq'.");
    if (value.kind === 'word' && !/^(?:true|false|null|-?\d+(?:\.\d+)?)$/i.test(value.text))
      throw refuse('Texts of a filter are between quotation marks.');
    return value.kind === 'word' ? value.text.toLowerCase() : value.text;
  }

  #next(): Token | undefined {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token;
  }

  #takesWord(word: string): boolean {
    const token = this.#tokens[this.#at];
    const takes = token?.kind === 'word' && token.text.toLowerCase() === word;
    if (takes) this.#at += 1;
    return takes;
  }

  #takesMark(mark: string): boolean {
    const token = this.#tokens[this.#at];
    const takes = token?.kind === 'mark' && token.text === mark;
    if (takes) this.#at += 1;
    return takes;
  }
}

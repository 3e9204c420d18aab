import { isDay } from './days.ts';
import { suggestName } from './suggest-name.ts';
import { FUNCTIONS, signatureOf } from './functions.ts';
import { ExpressionError, tokenize } from './tokens.ts';
import type { Token } from './tokens.ts';
import { CAST_TYPES } from './tree.ts';
import type { BinaryOperator, CastType, Expression } from './tree.ts';

/** Longer or deeper texts are not formulas that a person wrote. */
const MAX_LENGTH = 4000;
const MAX_DEPTH = 60;
const RESERVED = new Set([
  'and',
  'or',
  'not',
  'in',
  'between',
  'is',
  'null',
  'case',
  'when',
  'then',
  'else',
  'end',
  'cast',
  'as',
  'true',
  'false',
]);
const COMPARISONS: Record<string, BinaryOperator> = {
  '=': '=',
  '<>': '<>',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/** Parses an expression. Throws `ExpressionError` with position and remedy. */
export function parseExpression(source: string): Expression {
  if (source.length > MAX_LENGTH)
    throw new ExpressionError(
      MAX_LENGTH,
      `Write at most ${MAX_LENGTH} characters, and name parts as measures of their own.`,
    );
  const parser = new Parser(tokenize(source));
  return parser.whole();
}

/** From lowest to highest precedence: or, and, not, comparison, + - ||, * / %, sign, primary. */
class Parser {
  readonly #tokens: Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    if (this.#peek().kind === 'end')
      throw new ExpressionError(0, 'The expression is empty. Name a column, or leave it out.');
    const expression = this.#or();
    const rest = this.#peek();
    if (rest.kind !== 'end') throw new ExpressionError(rest.at, `The expression should end before '${rest.text}'.`);
    return expression;
  }

  #or(): Expression {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH)
      throw new ExpressionError(this.#peek().at, `The expression nests deeper than ${MAX_DEPTH} levels. Split it.`);
    let left = this.#and();
    while (this.#take('or')) left = binary('or', left, this.#and());
    this.#depth -= 1;
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.#take('and')) left = binary('and', left, this.#not());
    return left;
  }

  #not(): Expression {
    const { at } = this.#peek();
    let count = 0;
    while (this.#take('not')) count += 1;
    let inner = this.#comparison();
    for (; count > 0; count -= 1) inner = { kind: 'not', of: inner, at };
    return inner;
  }

  #comparison(): Expression {
    const left = this.#sum();
    const sign = this.#peek();
    const operator = sign.kind === 'sign' ? COMPARISONS[sign.text] : undefined;
    if (operator) {
      this.#next += 1;
      const compared = binary(operator, left, this.#sum());
      const again = this.#peek();
      if (again.kind === 'sign' && COMPARISONS[again.text])
        throw new ExpressionError(again.at, 'Comparisons do not chain. Join them with AND.');
      return compared;
    }
    if (this.#take('is')) {
      const negated = this.#take('not');
      this.#need('null', "After IS comes NULL or NOT NULL; other values compare with '='.");
      return { kind: 'missing', of: left, negated, at: left.at };
    }
    const negated =
      this.#isWord(this.#peek(), 'not') && ['in', 'between'].some((word) => this.#isWord(this.#peek(1), word));
    if (negated) this.#next += 1;
    if (this.#take('in')) return { kind: 'in', of: left, list: this.#list('IN'), negated, at: left.at };
    if (this.#take('between')) {
      const from = this.#sum();
      this.#need('and', 'BETWEEN has two ends, joined with AND.');
      return { kind: 'between', of: left, from, to: this.#sum(), negated, at: left.at };
    }
    return left;
  }

  #sum(): Expression {
    let left = this.#product();
    for (let sign = this.#sign('+', '-', '||'); sign; sign = this.#sign('+', '-', '||'))
      left = binary(sign as BinaryOperator, left, this.#product());
    return left;
  }

  #product(): Expression {
    let left = this.#signed();
    for (let sign = this.#sign('*', '/', '%'); sign; sign = this.#sign('*', '/', '%'))
      left = binary(sign as BinaryOperator, left, this.#signed());
    return left;
  }

  #signed(): Expression {
    const { at } = this.#peek();
    let negative = false;
    for (let sign = this.#sign('+', '-'); sign; sign = this.#sign('+', '-')) if (sign === '-') negative = !negative;
    const inner = this.#single();
    return negative ? { kind: 'negative', of: inner, at } : inner;
  }

  #single(): Expression {
    const token = this.#peek();
    this.#next += 1;
    switch (token.kind) {
      case 'text':
        return { kind: 'text', value: token.text, at: token.at };
      case 'number':
        return { kind: 'number', value: token.text.startsWith('.') ? `0${token.text}` : token.text, at: token.at };
      case 'parameter':
        return { kind: 'parameter', name: token.text, at: token.at };
      case 'quoted':
        return this.#column(token);
      case 'word':
        return this.#word(token);
      case 'sign':
        if (token.text === '(') {
          const inner = this.#or();
          this.#close(token.at);
          return inner;
        }
        throw new ExpressionError(token.at, `A value is missing before '${token.text}'.`);
      case 'end':
        throw new ExpressionError(token.at, 'The expression ends where a value is missing.');
    }
  }

  #word(token: Token): Expression {
    const word = token.text.toLowerCase();
    const { at } = token;
    if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true', at };
    if (word === 'null') return { kind: 'null', at };
    if (word === 'case') return this.#case(at);
    if (word === 'cast') return this.#cast(at);
    if (word === 'date' && this.#peek().kind === 'text') return this.#day(at);
    if (RESERVED.has(word)) throw new ExpressionError(at, `A value is missing before ${token.text.toUpperCase()}.`);
    if (this.#isSign(this.#peek(), '(')) return this.#call(word, at);
    return this.#column(token);
  }

  #column(token: Token): Expression {
    if (!this.#isSign(this.#peek(), '.')) return { kind: 'name', table: null, name: token.text, at: token.at };
    this.#next += 1;
    const column = this.#peek();
    if (column.kind !== 'word' && column.kind !== 'quoted')
      throw new ExpressionError(column.at, `After '${token.text}.' comes a column's name.`);
    this.#next += 1;
    return { kind: 'name', table: token.text, name: column.text, at: token.at };
  }

  #call(name: string, at: number): Expression {
    if (!signatureOf(name)) {
      const known = suggestName(name, Object.keys(FUNCTIONS));
      throw new ExpressionError(at, `There is no function ${name.toUpperCase()}.${known}`);
    }
    return { kind: 'call', function: name, arguments: this.#list(name.toUpperCase()), at };
  }

  #list(what: string): Expression[] {
    const open = this.#peek();
    if (!this.#sign('(')) throw new ExpressionError(open.at, `After ${what} comes a list in brackets.`);
    const list = [this.#or()];
    while (this.#sign(',')) list.push(this.#or());
    this.#close(open.at);
    return list;
  }

  #case(at: number): Expression {
    const of = this.#isWord(this.#peek(), 'when') ? null : this.#or();
    const when: { when: Expression; value: Expression }[] = [];
    while (this.#take('when')) {
      const condition = this.#or();
      this.#need('then', 'Each WHEN of a CASE has its THEN.');
      when.push({ when: condition, value: this.#or() });
    }
    if (when.length === 0) throw new ExpressionError(this.#peek().at, 'A CASE has at least one WHEN … THEN ….');
    const otherwise = this.#take('else') ? this.#or() : null;
    this.#need('end', 'A CASE ends with END.');
    return { kind: 'case', of, when, else: otherwise, at };
  }

  #cast(at: number): Expression {
    const open = this.#peek();
    if (!this.#sign('(')) throw new ExpressionError(open.at, 'CAST is written CAST(value AS type).');
    const of = this.#or();
    this.#need('as', 'CAST is written CAST(value AS type).');
    const type = this.#peek();
    const name = type.text.toLowerCase();
    if (type.kind !== 'word' || !(CAST_TYPES as readonly string[]).includes(name))
      throw new ExpressionError(type.at, `'${type.text}' is not a type. The types are ${CAST_TYPES.join(', ')}.`);
    this.#next += 1;
    this.#close(open.at);
    return { kind: 'cast', of, type: name as CastType, at };
  }

  #day(at: number): Expression {
    const { text } = this.#peek();
    this.#next += 1;
    if (!isDay(text)) throw new ExpressionError(at, `'${text}' is not a day of the calendar. Write DATE 'YYYY-MM-DD'.`);
    return { kind: 'day', value: text, at };
  }

  #close(open: number): void {
    const token = this.#peek();
    if (!this.#sign(')'))
      throw new ExpressionError(token.at, `The bracket opened at character ${open + 1} is not closed here.`);
  }

  #peek(ahead = 0): Token {
    return this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)]!;
  }
  #isWord(token: Token, word: string): boolean {
    return token.kind === 'word' && token.text.toLowerCase() === word;
  }
  #isSign(token: Token, sign: string): boolean {
    return token.kind === 'sign' && token.text === sign;
  }
  #take(word: string): boolean {
    if (!this.#isWord(this.#peek(), word)) return false;
    this.#next += 1;
    return true;
  }
  #need(word: string, message: string): void {
    const { at } = this.#peek();
    if (!this.#take(word)) throw new ExpressionError(at, message);
  }
  #sign(...signs: string[]): string | null {
    const token = this.#peek();
    if (token.kind !== 'sign' || !signs.includes(token.text)) return null;
    this.#next += 1;
    return token.text;
  }
}

function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator, left, right, at: left.at };
}

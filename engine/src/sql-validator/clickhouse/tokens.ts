import { SqlValidationError } from '../sql-validation-error.ts';
import type { LocalizedMessage } from '../sql-validation-error.ts';
import { noFunction, NO_PARAMETERS, NO_STATEMENT, ONLY_SELECT, severalStatements } from '../messages.ts';

/** `at` and `end` are offsets in UTF-16 units. */
export interface Token {
  kind: 'word' | 'quoted' | 'string' | 'number' | 'sign';
  /** As written; for a quoted name, the text between the quotes. */
  text: string;
  at: number;
  end: number;
}

const ODD_NAME: LocalizedMessage = {
  en: 'A name in quotes can have letters, digits, spaces and signs, but no quotes, backslashes or line breaks.',
  tr: 'Tırnak içindeki bir adda harf, rakam, boşluk ve işaretler olabilir; tırnak, ters eğik çizgi ya da satır sonu olamaz.',
};
const ODD_SIGN: LocalizedMessage = {
  en: 'This character is not allowed here. Quote names that contain letters other than A to Z.',
  tr: 'Bu işaret burada duramaz. A ile Z dışında harfler içeren adlar tırnak içinde yazılır.',
};
const NOT_CLOSED: LocalizedMessage = {
  en: 'What begins here does not end. Close the quotes, the bracket or the comment.',
  tr: 'Burada başlayan şey bitmiyor. Tırnağı, ayracı ya da yorumu kapatın.',
};
const NOT_OPENED: LocalizedMessage = {
  en: 'This bracket closes nothing. Leave it out.',
  tr: 'Bu ayraç hiçbir şeyi kapatmıyor. Onu çıkarın.',
};

const BEGINS = /^(select|with|from)$/i;
const BLANK = /(?:[ \t\n\r\f]+|--[^\n]*|#[! ][^\n]*|\/\*[^]*?\*\/)+/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /(?:0[xb][0-9a-fA-F]+|\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)/y;
const STRING = /'(?:[^'\\]|\\[^]|'')*'/y;
const QUOTED = /`[^`\\\n\r\t]*`|"[^"\\\n\r\t]*"/y;
const SIGN = /->|::|<=>|<=|>=|<>|!=|==|\|\||[-+*/%<>=(),.[\]?:;]/y;

/** An offset in bytes, as in validation errors. */
export const placeIn = (sql: string, at: number): number => Buffer.byteLength(sql.slice(0, at));

/**
 * Splits a statement into tokens, without white space, comments and a final semicolon. They serve only to find where
 * tables are named; whether the statement may run is decided by what ClickHouse's own parser returns for the result.
 */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  const open: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(sql)?.[0] ?? null;
  };
  const reject = (text: LocalizedMessage) => new SqlValidationError(placeIn(sql, at), text);
  while (at < sql.length) {
    const blank = take(BLANK);
    if (blank !== null) {
      at += blank.length;
      continue;
    }
    const kinds = { word: WORD, number: NUMBER, string: STRING, quoted: QUOTED, sign: SIGN } as const;
    const match = (Object.keys(kinds) as Token['kind'][])
      .map((kind) => ({ kind, text: take(kinds[kind]) }))
      .find(({ text }) => text !== null);
    const first = sql[at]!;
    if (!match) {
      if (first === '{' || first === '$') throw reject(NO_PARAMETERS);
      if (first === "'" || sql.startsWith('/*', at)) throw reject(NOT_CLOSED);
      throw reject(first === '`' || first === '"' ? ODD_NAME : ODD_SIGN);
    }
    if (first === '/' && sql[at + 1] === '*') throw reject(NOT_CLOSED);
    const { kind, text } = match as { kind: Token['kind']; text: string };
    const token: Token = { kind, text: kind === 'quoted' ? text.slice(1, -1) : text, at, end: at + text.length };
    if (text === '(' || text === '[') open.push(token);
    if ((text === ')' || text === ']') && open.pop()?.text !== (text === ')' ? '(' : '[')) throw reject(NOT_OPENED);
    tokens.push(token);
    at += text.length;
  }
  if (open.length > 0) throw new SqlValidationError(placeIn(sql, open.at(-1)!.at), NOT_CLOSED);
  while (tokens.at(-1)?.text === ';' && tokens.at(-1)!.kind === 'sign') tokens.pop();
  if (tokens.length === 0) throw new SqlValidationError(null, NO_STATEMENT);
  const [{ kind, text }] = tokens as [Token];
  if (!(kind === 'sign' && text === '(') && !(kind === 'word' && BEGINS.test(text)))
    throw new SqlValidationError(placeIn(sql, tokens[0]!.at), ONLY_SELECT);
  for (const [index, token] of tokens.entries())
    if (token.kind === 'quoted' && tokens[index + 1]?.text === '(' && !/^\w+$/.test(token.text))
      throw new SqlValidationError(placeIn(sql, token.at), noFunction(token.text, token.text, []));
  const ends = tokens.filter(({ kind, text }) => kind === 'sign' && text === ';').length;
  if (ends > 0) throw new SqlValidationError(null, severalStatements(ends + 1));
  return tokens;
}

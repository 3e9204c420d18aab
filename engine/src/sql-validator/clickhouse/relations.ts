import type { Token } from './tokens.ts';

/** An occurrence of a relation in a statement, and whether it has an alias. */
export interface Reference {
  token: Token;
  renamed: boolean;
  /** The token after it: `.` after a database name, `(` after a function name. */
  before: string;
}

export interface Places {
  /** Names of WITH queries, where they are defined. */
  named: Token[];
  /** Column aliases after a relation. */
  columns: Token[];
  references: Reference[];
}

/** Words that end the FROM clause. */
const ENDS = new Set(
  'where prewhere group order having limit offset fetch union except intersect window qualify settings format into select'.split(
    ' ',
  ),
);
/** Words that can follow a relation and are not its alias. */
const NO_ALIAS = new Set([
  ...ENDS,
  ...'final sample on using array left right inner outer full cross any all asof semi anti global local paste join natural as'.split(
    ' ',
  ),
]);

interface Level {
  query: boolean;
  from: boolean;
  expects: boolean;
  /** After ARRAY JOIN or USING, a comma is not followed by a relation. */
  aside: boolean;
}

const isName = (token: Token | undefined): token is Token => token?.kind === 'word' || token?.kind === 'quoted';
const wordOf = (token: Token | undefined) => (token?.kind === 'word' ? token.text.toLowerCase() : null);
const is = (token: Token | undefined, sign: string) => token?.kind === 'sign' && token.text === sign;

/** Matches `name AS (SELECT`, optionally with columns or MATERIALIZED: the index of AS; null if there is no match. */
function definedBy(tokens: readonly Token[], index: number): boolean {
  let next = index + 1;
  if (is(tokens[next], '(')) {
    while (next < tokens.length && !is(tokens[next], ')')) next += 1;
    next += 1;
  }
  if (wordOf(tokens[next]) !== 'as') return false;
  next += 1;
  if (wordOf(tokens[next]) === 'materialized') next += 1;
  if (!is(tokens[next], '(')) return false;
  while (is(tokens[next], '(')) next += 1;
  return ['select', 'with', 'from'].includes(wordOf(tokens[next]) ?? '');
}

/** Names in parentheses after a name, which may be column aliases. */
function listBehind(tokens: readonly Token[], index: number): Token[] {
  if (!is(tokens[index + 1], '(')) return [];
  const end = tokens.findIndex((token, place) => place > index && is(token, ')'));
  return tokens.slice(index + 2, end).filter(isName);
}

/** Finds the relations of a statement. One that it misses keeps its name, which matches no relation on the server. */
export function placesOf(tokens: readonly Token[]): Places {
  const named: Token[] = [];
  const references: Reference[] = [];
  const columns: Token[] = [];
  const levels: Level[] = [{ query: true, from: false, expects: false, aside: false }];
  for (const [index, token] of tokens.entries()) {
    const level = levels.at(-1)!;
    const word = wordOf(token);
    if (is(token, '(') || is(token, '[')) {
      level.expects = false;
      levels.push({ query: false, from: false, expects: false, aside: false });
      continue;
    }
    if (is(token, ')') || is(token, ']')) {
      if (levels.length > 1) levels.pop();
      continue;
    }
    if (level.expects && isName(token)) {
      level.expects = false;
      const after = tokens[index + 1];
      const renamed = wordOf(after) === 'as' || (isName(after) && !NO_ALIAS.has(wordOf(after) ?? ''));
      references.push({ token, renamed, before: after?.kind === 'sign' ? after.text : '' });
      continue;
    }
    if (isName(token) && definedBy(tokens, index) && !is(tokens[index - 1], '.')) {
      named.push(token);
      columns.push(...listBehind(tokens, index));
    }
    // FROM x AS y (a, b), FROM (…) y (a, b)
    if (
      isName(token) &&
      level.from &&
      !level.aside &&
      (wordOf(tokens[index - 1]) === 'as' || is(tokens[index - 1], ')'))
    )
      columns.push(...listBehind(tokens, index));
    if (is(token, ',')) level.expects = level.from && !level.aside;
    if (word === null) continue;
    if (word === 'select') level.query = true;
    // A query can begin with FROM; inside a function's parentheses FROM is a keyword of the function.
    const before = wordOf(tokens[index - 1]);
    // IS DISTINCT FROM and WITH FILL FROM are not FROM clauses.
    if (word === 'from' && (before === 'fill' || (before === 'distinct' && wordOf(tokens[index - 2]) !== 'select')))
      continue;
    if (word === 'from' && (level.query || is(tokens[index - 1], '('))) {
      Object.assign(level, { query: true, from: true, expects: true, aside: false });
    } else if (word === 'join' && level.from) {
      level.aside = wordOf(tokens[index - 1]) === 'array';
      level.expects = !level.aside;
    } else if (word === 'using') level.aside = true;
    else if (ENDS.has(word)) Object.assign(level, { from: false, expects: false });
  }
  return { named, references, columns };
}

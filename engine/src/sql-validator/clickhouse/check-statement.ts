import {
  CASTS,
  CLOCKS,
  FUNCTIONS,
  HIDDEN_COLUMN,
  isAllowed,
  isType,
  PADDING,
  SESSION_NAMES,
  TABLE_FUNCTIONS,
  TYPED,
} from './functions.ts';
import { NODES } from './nodes.ts';
import type { AstNode } from './nodes.ts';
import type { Token } from './tokens.ts';
import { SqlValidationError } from '../sql-validation-error.ts';
import type { LocalizedMessage } from '../sql-validation-error.ts';
import * as say from '../messages.ts';
import type { CheckedStatement, AllowedNames } from '../sql-validator.ts';

const MOST_NODES = 5000;
const MOST_DEPTH = 400;
const LONGEST_PADDING = 1000;
const MOST_ROWS = 10_000_000;

const IN_A_TABLE: LocalizedMessage = {
  en: 'IN must be followed by a list of values or a SELECT in parentheses, not by a name.',
  tr: 'IN’den sonra bir değer listesi ya da parantez içinde bir SELECT gelmelidir, tek başına bir ad gelemez.',
};
const numberOfRows = (name: string): LocalizedMessage => ({
  en: `Pass ${name} plain numbers of at most ${MOST_ROWS}.`,
  tr: `${name} için sayıları rakamla verin; hiçbiri ${MOST_ROWS} sayısını aşmasın.`,
});

const tableName = (name: string): LocalizedMessage => ({
  en: `'${name}' is a table's name here. Give the value another name with AS.`,
  tr: `'${name}' burada bir tablonun adı. Değere AS ile başka bir ad verin.`,
});

const MEMBERSHIP = /^(global)?(not)?(null)?in(ignoreset)?$/;
/** Any short name is similar to many others. */
const SUGGESTED = [...FUNCTIONS].filter((name) => name.length > 3);
const DIGITS = /^U?Int64_(-?\d{1,18})$/;

/**
 * Checks every node of a statement's tree, as ClickHouse's own parser returns it. `relations`: the tables and WITH
 * queries by the names they have in the tree, with the table for each, or null for a WITH query. `placeOf`: position of
 * a name in the author's text. Throws `SqlValidationError` at the first node that is not allowed.
 */
export function checkClickhouse(
  root: AstNode,
  relations: ReadonlyMap<string, string | null>,
  allowed: AllowedNames,
  placeOf: (name: string) => number | null,
): CheckedStatement {
  const check = new StatementCheck(relations, allowed, placeOf);
  check.node(root, null, 0);
  return { tables: check.tables, deterministic: check.deterministic };
}

class StatementCheck implements CheckedStatement {
  readonly tables = new Set<string>();
  deterministic = true;
  readonly #relations: ReadonlyMap<string, string | null>;
  readonly #allowed: AllowedNames;
  readonly #placeOf: (name: string) => number | null;
  #count = 0;

  constructor(
    relations: ReadonlyMap<string, string | null>,
    allowed: AllowedNames,
    placeOf: (name: string) => number | null,
  ) {
    this.#relations = relations;
    this.#allowed = allowed;
    this.#placeOf = placeOf;
  }

  node(node: AstNode, parent: AstNode | null, depth: number): void {
    this.#count += 1;
    if (this.#count > MOST_NODES) throw new SqlValidationError(null, say.TOO_LONG);
    if (depth > MOST_DEPTH) throw new SqlValidationError(null, say.TOO_DEEP);
    const { kind, text, children } = node;
    if (kind === 'QueryParameter') throw new SqlValidationError(null, say.NO_PARAMETERS);
    if (!NODES.has(kind)) throw new SqlValidationError(null, say.unknownPart(kind));
    if (kind === 'Function') {
      const at = this.#placeOf(text);
      if (parent?.kind === 'TableExpression') this.#tableFunction(node, at);
      else this.#call(node, at);
    }
    if (node.alias !== null && parent?.kind !== 'TableExpression') this.#alias(node.alias);
    if (kind === 'Function' && text === 'lambda')
      for (const { text: name } of node.children[0]?.children[0]?.children[0]?.children ?? []) this.#alias(name);
    if (kind === 'TableIdentifier') this.#relation(node);
    if (kind === 'Identifier') this.#identifier(node);
    for (const child of children) this.node(child, node, depth + 1);
  }

  #call(node: AstNode, at: number | null): void {
    const name = node.text.toLowerCase();
    const [first] = node.children;
    const values = first?.kind === 'ExpressionList' ? first.children : [];
    if (!isAllowed(name)) throw new SqlValidationError(at, say.noFunction(node.text, name, SUGGESTED));
    if (CLOCKS.has(name)) this.deterministic = false;
    if (MEMBERSHIP.test(name) && values[1]?.kind === 'Identifier') throw new SqlValidationError(at, IN_A_TABLE);
    if (CASTS.has(name) || TYPED.has(name)) {
      const named = CASTS.has(name) ? values[1] : values.at(-1);
      const type = named?.kind === 'Literal' ? /^'(.*)'$/.exec(named.text)?.[1] : undefined;
      if (type === undefined || !isType(type.replaceAll("\\'", "'")))
        throw new SqlValidationError(at, say.noType(type ?? '?'));
    }
    if (PADDING.has(name)) {
      const length = DIGITS.exec(values[1]?.kind === 'Literal' ? values[1].text : '')?.[1];
      if (length === undefined || Number(length) > LONGEST_PADDING)
        throw new SqlValidationError(at, say.paddingLength(node.text, LONGEST_PADDING));
    }
  }

  #tableFunction(node: AstNode, at: number | null): void {
    // (VALUES (1, 'one'), (2, 'two')): literal values only.
    if (
      node.text === 'SQLStandardValues' &&
      node.children.every(({ children }) => children.every(({ kind }) => kind === 'Literal'))
    )
      return;
    if (!TABLE_FUNCTIONS.has(node.text))
      throw new SqlValidationError(at, say.noTableFunction(node.text, TABLE_FUNCTIONS));
    const values = node.children.flatMap(({ children }) => children);
    const rows = values.map(({ kind, text }) => (kind === 'Literal' ? DIGITS.exec(text)?.[1] : undefined));
    if (values.length === 0 || rows.some((row) => row === undefined || Math.abs(Number(row)) > MOST_ROWS))
      throw new SqlValidationError(at, numberOfRows(node.text));
  }

  #relation({ text }: AstNode): void {
    const table = this.#relations.get(text);
    if (table === undefined) {
      const at = this.#placeOf(text);
      throw new SqlValidationError(
        at,
        text.includes('.') ? say.qualifiedTable(text) : say.noTable(text, text, this.#allowed.tables),
      );
    }
    if (table !== null) this.tables.add(table);
  }

  #identifier({ text }: AstNode): void {
    // Names that the search for relations found, and that the parser does not treat as relations.
    if (this.#relations.has(text)) throw new SqlValidationError(null, say.unknownPart('Identifier'));
    const name = text.toLowerCase();
    const last = text.slice(text.lastIndexOf('.') + 1);
    if (this.#allowed.columns.has(last)) return;
    if (SESSION_NAMES.has(name) || HIDDEN_COLUMN.test(last))
      throw new SqlValidationError(this.#placeOf(last), say.notAvailable(last));
    if (CLOCKS.has(name)) this.deterministic = false;
  }

  /**
   * Inside the tables' secured rows such a name would take precedence over the table's column, and so affect the row
   * rules.
   */
  #alias(name: string): void {
    if (this.#allowed.tables.has(name.split('.')[0]!))
      throw new SqlValidationError(this.#placeOf(name), tableName(name));
  }
}

/** Position of a name among the tokens: an exact match first, otherwise one that differs in case. */
export function finderOf(tokens: readonly Token[], bytes: (at: number) => number) {
  return (name: string): number | null => {
    const requested = name.toLowerCase();
    const token = tokens.find(({ kind, text }) => kind !== 'string' && text.toLowerCase() === requested);
    return token ? bytes(token.at) : null;
  };
}

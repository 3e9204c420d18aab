import { CASTS, CLOCKS, FUNCTIONS, HIDDEN_COLUMN, isAllowed, isType, PADDING, SESSION_NAMES, TABLE_FUNCTIONS } from './clickhouse-functions.ts'; // prettier-ignore
import { NODES } from './clickhouse-nodes.ts';
import type { AstNode } from './clickhouse-nodes.ts';
import type { Token } from './clickhouse-tokens.ts';
import { GateFault } from './gate-fault.ts';
import type { Said } from './gate-fault.ts';
import * as say from './refusals.ts';
import type { Checked, Nameable } from './sql-gate.ts';

const MOST_NODES = 5000;
const MOST_DEPTH = 400;
const LONGEST_PADDING = 1000;
const MOST_ROWS = 10_000_000;

const IN_A_TABLE: Said = {
  en: 'Behind IN stands a list of values or a SELECT in brackets, never a name alone.',
  tr: 'IN arkasında bir değer listesi ya da ayraç içinde bir SELECT durur, tek başına bir ad durmaz.',
};
const numberOfRows = (name: string): Said => ({
  en: `Give ${name} its numbers as digits, of which none is above ${MOST_ROWS}.`,
  tr: `${name} için sayıları rakamla verin; hiçbiri ${MOST_ROWS} sayısını aşmasın.`,
});

const tableName = (name: string): Said => ({
  en: `'${name}' is a table's name here. Give the value another name with AS.`,
  tr: `'${name}' burada bir tablonun adı. Değere AS ile başka bir ad verin.`,
});

const MEMBERSHIP = /^(global)?(not)?(null)?in(ignoreset)?$/;
/** Short names are near to everything. */
const SUGGESTED = [...FUNCTIONS].filter((name) => name.length > 3);
const DIGITS = /^U?Int64_(-?\d{1,18})$/;

/**
 * Looks at every part of a statement's tree, as ClickHouse's own parser tells it. `relations`: what tables and parts of
 * WITH are called in it, and which table each is, null for a part of WITH. `placeOf`: where a name stands in what was
 * written. Throws `GateFault` at the first part that has no place there.
 */
export function checkClickhouse(
  root: AstNode,
  relations: ReadonlyMap<string, string | null>,
  nameable: Nameable,
  placeOf: (name: string) => number | null,
): Checked {
  const tables = new Set<string>();
  let lasting = true;
  let count = 0;

  const call = (node: AstNode, at: number | null) => {
    const name = node.text.toLowerCase();
    const [first] = node.children;
    const values = first?.kind === 'ExpressionList' ? first.children : [];
    if (!isAllowed(name)) throw new GateFault(at, say.noFunction(node.text, name, SUGGESTED));
    if (CLOCKS.has(name)) lasting = false;
    if (MEMBERSHIP.test(name) && values[1]?.kind === 'Identifier') throw new GateFault(at, IN_A_TABLE);
    if (CASTS.has(name)) {
      const type = values[1]?.kind === 'Literal' ? /^'(.*)'$/.exec(values[1].text)?.[1] : undefined;
      if (type === undefined || !isType(type.replaceAll("\\'", "'"))) throw new GateFault(at, say.noType(type ?? '?'));
    }
    if (PADDING.has(name)) {
      const length = DIGITS.exec(values[1]?.kind === 'Literal' ? values[1].text : '')?.[1];
      if (length === undefined || Number(length) > LONGEST_PADDING)
        throw new GateFault(at, say.paddingLength(node.text, LONGEST_PADDING));
    }
  };
  const tableFunction = (node: AstNode, at: number | null) => {
    // (VALUES (1, 'one'), (2, 'two')), of values alone.
    if (node.text === 'SQLStandardValues' && node.children.every(({ children }) => children.every(({ kind }) => kind === 'Literal'))) return; // prettier-ignore
    if (!TABLE_FUNCTIONS.has(node.text)) throw new GateFault(at, say.noTableFunction(node.text, TABLE_FUNCTIONS));
    const values = node.children.flatMap(({ children }) => children);
    const rows = values.map(({ kind, text }) => (kind === 'Literal' ? DIGITS.exec(text)?.[1] : undefined));
    if (values.length === 0 || rows.some((each) => each === undefined || Math.abs(Number(each)) > MOST_ROWS))
      throw new GateFault(at, numberOfRows(node.text));
  };
  const relation = ({ text }: AstNode) => {
    const table = relations.get(text);
    if (table === undefined) {
      const at = placeOf(text);
      throw new GateFault(at, text.includes('.') ? say.qualifiedTable(text) : say.noTable(text, text, nameable.tables));
    }
    if (table !== null) tables.add(table);
  };
  const identifier = ({ text }: AstNode) => {
    // What the search for relations took for one, and the parser does not.
    if (relations.has(text)) throw new GateFault(null, say.unknownPart('Identifier'));
    const name = text.toLowerCase();
    const last = text.slice(text.lastIndexOf('.') + 1);
    if (nameable.columns.has(last)) return;
    if (SESSION_NAMES.has(name) || HIDDEN_COLUMN.test(last)) throw new GateFault(placeOf(last), say.notTold(last));
    if (CLOCKS.has(name)) lasting = false;
  };

  // Inside the tables' own rows such a name would be found before the table: never may it tell what they are.
  const owned = (name: string) => {
    if (nameable.tables.has(name.split('.')[0]!)) throw new GateFault(placeOf(name), tableName(name));
  };

  const look = (node: AstNode, parent: AstNode | null, depth: number): void => {
    count += 1;
    if (count > MOST_NODES) throw new GateFault(null, say.TOO_LONG);
    if (depth > MOST_DEPTH) throw new GateFault(null, say.TOO_DEEP);
    const { kind, text, children } = node;
    if (kind === 'QueryParameter') throw new GateFault(null, say.NO_PARAMETERS);
    if (!NODES.has(kind)) throw new GateFault(null, say.unknownPart(kind));
    if (kind === 'Function') {
      const at = placeOf(text);
      if (parent?.kind === 'TableExpression') tableFunction(node, at);
      else call(node, at);
    }
    if (node.alias !== null && parent?.kind !== 'TableExpression') owned(node.alias);
    if (kind === 'Function' && text === 'lambda')
      for (const { text: name } of node.children[0]?.children[0]?.children[0]?.children ?? []) owned(name);
    if (kind === 'TableIdentifier') relation(node);
    if (kind === 'Identifier') identifier(node);
    for (const child of children) look(child, node, depth + 1);
  };
  look(root, null, 0);
  return { tables, lasting };
}

/** Where a name stands among the tokens: the first that is it, be it in other letters of the same. */
export function finderOf(tokens: readonly Token[], bytes: (at: number) => number) {
  return (name: string): number | null => {
    const wanted = name.toLowerCase();
    const token = tokens.find(({ kind, text }) => kind !== 'string' && text.toLowerCase() === wanted);
    return token ? bytes(token.at) : null;
  };
}

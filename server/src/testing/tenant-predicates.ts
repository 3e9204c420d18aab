import { loadModule, parseSync } from 'libpg-query';

/** A statement of the application's, as its source has it. */
export interface Statement {
  /** `folder/file.sql.ts › functionName`. */
  readonly place: string;
  /** With `$1`, `$2` … for its values, and the text of its fragments. */
  readonly sql: string;
  /** Numbers of the values that are the tenant's id. */
  readonly tenantValues: readonly number[];
  /** It runs for one tenant: in a tenant's transaction, or in a function that is given a tenant's id. */
  readonly isTenants: boolean;
}

const STATEMENT = /\btx\s*\.\s*(?:rows|first|run)\b[^`(]*`/g;
const FRAGMENT = /const (\w+) = fragment`([^`]*)`/g;
const FUNCTION = /^(?:export )?(?:async )?function (\w+)/gm;

/** The statements in a file's source. */
export function statementsIn(file: string, source: string): Statement[] {
  const fragments = new Map([...source.matchAll(FRAGMENT)].map(([, name, text]) => [name!, text!]));
  const functions = [...source.matchAll(FUNCTION)].map((match) => ({ at: match.index, name: match[1]! }));
  return [...source.matchAll(STATEMENT)].map((match) => {
    const around = functions.findLast(({ at }) => at < match.index);
    const head = source.slice(around?.at ?? 0, match.index);
    const { sql, tenantValues } = statementAt(source, match.index + match[0].length, fragments);
    return {
      place: `${file} › ${around?.name ?? ''}`,
      sql,
      tenantValues,
      isTenants: /\btx: TenantTx\b|\btenantId: string(?=[,)])/.test(head),
    };
  });
}

/** Reads a template from after its first backtick. */
function statementAt(source: string, from: number, fragments: ReadonlyMap<string, string>) {
  const tenantValues: number[] = [];
  let sql = '';
  let values = 0;
  for (let at = from; source[at] !== '`'; at += 1) {
    if (!source.startsWith('${', at)) {
      sql += source[at];
      continue;
    }
    const end = closingBrace(source, at + 2);
    const value = source.slice(at + 2, end).trim();
    at = end;
    const text = fragments.get(value);
    if (text !== undefined) {
      sql += text;
      continue;
    }
    values += 1;
    if (/\btenantId$/.test(value)) tenantValues.push(values);
    sql += `$${values}`;
  }
  return { sql, tenantValues };
}

function closingBrace(source: string, from: number): number {
  let depth = 1;
  let at = from;
  for (; depth > 0; at += 1) depth += source[at] === '{' ? 1 : source[at] === '}' ? -1 : 0;
  return at - 1;
}

/** A node of PostgreSQL's tree: an object whose only key is its kind, or a list, or a value. */
type Node = { readonly [key: string]: Node } & readonly Node[];

/** A table in a statement, under its name there. */
interface Reference {
  readonly table: string;
  readonly name: string;
}

/** Resolves once statements can be read. */
export const readyToRead = loadModule;

/**
 * Tables of tenants that a statement reads or changes without naming the tenant: by a condition that always holds for
 * the rows, on the tenant's id or on a table that has one.
 */
export function untiedTables(statement: Statement, tenantTables: ReadonlySet<string>): string[] {
  const untied: string[] = [];
  const tree = parseSync(statement.sql) as unknown as Node;
  visit(tree, { tables: tenantTables, values: new Set(statement.tenantValues), outer: new Set(), untied });
  return untied;
}

interface Visit {
  readonly tables: ReadonlySet<string>;
  readonly values: ReadonlySet<number>;
  /** Names around a subquery that are tied. */
  readonly outer: ReadonlySet<string>;
  readonly untied: string[];
}

const LEVELS = new Set(['SelectStmt', 'UpdateStmt', 'DeleteStmt']);

function visit(node: Node, reading: Visit): void {
  if (node === null || typeof node !== 'object') return;
  for (const [key, child] of Object.entries(node)) {
    if (LEVELS.has(key)) visitLevel(child, reading);
    else visit(child, reading);
  }
}

/** A SELECT, UPDATE or DELETE with its own FROM; its subqueries are levels of their own. */
function visitLevel(level: Node, reading: Visit): void {
  const { larg: left, rarg: right, ...others } = level;
  if (left && right) {
    // The two sides of a UNION have their own FROM each.
    visitLevel(left, reading);
    visitLevel(right, reading);
    visit(others as unknown as Node, reading);
    return;
  }
  const references: Reference[] = [];
  const conditions: Node[] = [];
  for (const part of [level['relation'] && { RangeVar: level['relation'] }, level['fromClause'], level['usingClause']])
    if (part) collect(part as Node, references, conditions);
  if (level['whereClause']) conditions.push(level['whereClause']);
  const ofTenants = references.filter(({ table }) => reading.tables.has(table));
  // A table of this level hides one of the same name around it.
  const names = new Set(references.map(({ name }) => name));
  const tied = new Set([...reading.outer].filter((name) => !names.has(name)));
  for (let before = -1; before !== tied.size;) {
    before = tied.size;
    for (const condition of conditions.flatMap(conjuncts)) tie(condition, ofTenants, tied, reading.values);
  }
  for (const { name, table } of ofTenants) if (!tied.has(name)) reading.untied.push(table);
  visit(level, { ...reading, outer: tied });
}

/** The tables of a FROM, and the conditions of its joins. */
function collect(node: Node, references: Reference[], conditions: Node[]): void {
  if (node === null || typeof node !== 'object') return;
  for (const [key, child] of Object.entries(node)) {
    if (key === 'RangeVar') references.push(referenceOf(child));
    else if (key === 'quals') conditions.push(child);
    else if (!LEVELS.has(key)) collect(child, references, conditions);
  }
}

function referenceOf(range: Node): Reference {
  const table = String(range['relname']);
  return { table, name: String(range['alias']?.['aliasname'] ?? table) };
}

function conjuncts(condition: Node): Node[] {
  const { BoolExpr: both } = condition;
  if (both && String(both['boolop']) === 'AND_EXPR') return [...both['args']!].flatMap(conjuncts);
  return [condition];
}

/** Adds what a condition ties to the tenant. */
function tie(condition: Node, references: readonly Reference[], tied: Set<string>, values: ReadonlySet<number>): void {
  const { BoolExpr: either, A_Expr: compared } = condition;
  if (either && String(either['boolop']) === 'OR_EXPR') {
    // The tenant's row or everybody's: other parts may only say that there is no tenant.
    const parts = [...either['args']!].filter((part) => !part['NullTest']);
    if (parts.length === 1) tie(parts[0]!, references, tied, values);
    return;
  }
  if (!compared || !['AEXPR_OP', 'AEXPR_NOT_DISTINCT'].includes(String(compared['kind']))) return;
  if (String(compared['name']?.[0]?.['String']?.['sval']) !== '=') return;
  const sides = [compared['lexpr']!, compared['rexpr']!].map((side) => sideOf(side, references));
  for (const [one, other] of [sides, sides.toReversed()] as { name?: string; value?: number }[][])
    if (one!.name && ((other!.name && tied.has(other!.name)) || (other!.value && values.has(other!.value))))
      tied.add(one!.name);
}

/** The table whose tenant a side of a comparison is, or the number of a value. */
function sideOf(side: Node, references: readonly Reference[]): { name?: string; value?: number } {
  if (side['TypeCast']) return sideOf(side['TypeCast']['arg']!, references);
  if (side['ParamRef']) return { value: Number(side['ParamRef']['number']) };
  const fields = [...(side['ColumnRef']?.['fields'] ?? [])].map((field) => String(field['String']?.['sval']));
  if (fields.at(-1) !== 'tenant_id') return {};
  if (fields.length > 1) return { name: fields[0]! };
  // Without a table's name, a column is the only table's.
  return references.length === 1 ? { name: references[0]!.name } : {};
}

const PREDICATE = /(?<!\bSET )(?:\b\w+\.)?\btenant_id (?:=|IS NOT DISTINCT FROM) (?:\$\d+|\w+\.tenant_id)(?:::uuid)?/g;

/** The statement without each of its conditions on a tenant's id in turn. */
export function withoutEachPredicate(statement: Statement): Statement[] {
  return [...statement.sql.matchAll(PREDICATE)].map(({ index, 0: text }) => ({
    ...statement,
    sql: `${statement.sql.slice(0, index)}true${statement.sql.slice(index + text.length)}`,
  }));
}

import { CLOCK_NAMES, CLOCKS, FUNCTIONS, PADDING, SESSION_NAMES, TABLE_FUNCTIONS } from './functions.ts';
import { EXPRESSIONS, MODIFIERS, OPERATORS, QUERIES, RELATIONS, TYPE_NAMES, TYPES } from './nodes.ts';
import type { Look, Shape } from './nodes.ts';
import { SqlValidationError } from '../sql-validation-error.ts';
import type { LocalizedMessage } from '../sql-validation-error.ts';
import * as say from '../messages.ts';
import type { CheckedStatement, AllowedNames } from '../sql-validator.ts';

/** Maximum number of nodes in a tree, and maximum depth. */
const MOST_NODES = 5000;
const MOST_DEPTH = 200;
const LONGEST_PADDING = 1000;
/** Prefixes of DuckDB's system catalogs; statements may not define such names. */
const RESERVED = /^(duckdb|pg|sqlite|pragma|information_schema|temp|system|memory|main|recurring)(_|$)/;
const COLLATION =
  /^(binary|c|posix|nocase|noaccent|nfc|[a-z]{2,3}(_[a-z]{2})?)(\.(nocase|noaccent|nfc|[a-z]{2,3}(_[a-z]{2})?))*$/i;

const NO_AT: LocalizedMessage = {
  en: 'There is no AT for tables here. The version that is read is the current one.',
  tr: 'Burada tablolar için AT yok. Okunan sürüm, geçerli olandır.',
};
const onlyInFrom = (name: string): LocalizedMessage => ({
  en: `Use ${name} in FROM, for example FROM ${name}(10) AS r(n).`,
  tr: `${name} işlevini FROM içinde kullanın, örneğin FROM ${name}(10) AS r(n).`,
});

type Node = Record<string, unknown>;
/** Names of WITH queries in scope. */
type Scope = ReadonlySet<string>;

/** Folds names as the engine does: only the letters A to Z ignore case. */
export const fold = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Checks every node of a statement's tree; throws `SqlValidationError` at the first that is not allowed. */
export function checkDuckdb(tree: { statements: unknown }, allowed: AllowedNames): CheckedStatement {
  const statements = list(tree.statements, null);
  if (statements.length !== 1) {
    throw new SqlValidationError(
      null,
      statements.length === 0 ? say.NO_STATEMENT : say.severalStatements(statements.length),
    );
  }
  const check = new Check(allowed);
  const { named_param_map: parameters = [], ...statement } = node(statements[0], null);
  check.wrapped(statement, new Set(), null);
  for (const entry of list(parameters, null)) check.parameter(node(entry, null).key, null);
  return { tables: check.read, deterministic: check.deterministic };
}

function node(value: unknown, at: number | null): Node {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unknownPart(at, 'a part');
  return value as Node;
}
function list(value: unknown, at: number | null): unknown[] {
  if (!Array.isArray(value)) throw unknownPart(at, 'a list');
  return value;
}
function text(value: unknown, at: number | null): string {
  if (typeof value !== 'string') throw unknownPart(at, 'a name');
  return value;
}
function shapeOf(shapes: Readonly<Record<string, Shape>>, kind: unknown): Shape | null {
  return typeof kind === 'string' && Object.hasOwn(shapes, kind) ? shapes[kind]! : null;
}
function unknownPart(at: number | null, what: string): SqlValidationError {
  return new SqlValidationError(at, say.unknownPart(what));
}

class Check {
  readonly read = new Set<string>();
  deterministic = true;
  readonly #names: AllowedNames;
  #nodes = 0;
  #depth = 0;

  constructor(allowed: AllowedNames) {
    this.#names = allowed;
  }

  parameter(name: unknown, at: number | null): void {
    if (!this.#names.parameters.has(text(name, at))) throw new SqlValidationError(at, say.NO_PARAMETERS);
  }

  wrapped(value: unknown, scope: Scope, at: number | null): void {
    this.#members(node(value, at), { node: 'query' }, [], scope, at);
  }

  #look(look: Look, value: unknown, scope: Scope, at: number | null): void {
    switch (look) {
      case 'plain':
        if (typeof value === 'object' && value !== null) throw unknownPart(at, 'a member');
        return;
      case 'names':
        for (const name of list(value, at)) text(name, at);
        return;
      case 'value':
        return this.#value(value, at);
      case 'type':
        return this.#type(value, at);
      case 'expression':
        return this.#expression(value, scope, at);
      case 'expressions':
        for (const item of list(value, at)) this.#expression(item, scope, at);
        return;
      case 'rows':
        for (const row of list(value, at)) this.#look('expressions', row, scope, at);
        return;
      case 'relation':
        return this.#relation(value, scope, at);
      case 'query':
        return this.#query(value, scope, at);
      case 'subquery':
        return this.wrapped(value, scope, at);
      case 'modifier':
        return this.#modifier(value, scope, at);
      case 'modifiers':
        for (const entry of list(value, at)) this.#modifier(entry, scope, at);
        return;
      case 'orders':
        return this.#each(value, { type: 'plain', null_order: 'plain', expression: 'expression' }, scope, at);
      case 'cases':
        return this.#each(value, { when_expr: 'expression', then_expr: 'expression' }, scope, at);
      case 'replaced':
        return this.#each(value, { key: 'plain', value: 'expression' }, scope, at);
      case 'renamed':
        for (const element of list(value, at)) {
          const { key, ...others } = node(element, at);
          this.#members(node(key, at), { table: 'plain', column: 'plain', schema: 'plain' }, [], scope, at);
          this.#members(others, { value: 'plain' }, [], scope, at);
        }
        return;
      case 'excluded':
        return this.#each(value, { table: 'plain', column: 'plain' }, scope, at);
      case 'pivots':
        for (const current of list(value, at)) this.#pivot(node(current, at), scope, at);
        return;
      case 'sets':
        for (const set of list(value, at)) for (const each of list(set, at)) this.#look('plain', each, scope, at);
        return;
      case 'sample':
        this.deterministic = false;
        this.#members(
          node(value, at),
          { sample_size: 'value', is_percentage: 'plain', method: 'plain', seed: 'plain', repeatable: 'plain' },
          [],
          scope,
          at,
        );
    }
  }

  /** Every member has to be in the shape, or among those checked elsewhere. */
  #members(part: Node, shape: Shape, elsewhere: readonly string[], scope: Scope, at: number | null): void {
    this.#nodes += 1;
    this.#depth += 1;
    if (this.#nodes > MOST_NODES) throw new SqlValidationError(null, say.TOO_LONG);
    if (this.#depth > MOST_DEPTH) throw new SqlValidationError(at, say.TOO_DEEP);
    for (const [name, value] of Object.entries(part)) {
      if (elsewhere.includes(name)) continue;
      const look = Object.hasOwn(shape, name) ? shape[name]! : null;
      if (!look) throw unknownPart(at, name);
      this.#look(look, value, scope, at);
    }
    this.#depth -= 1;
  }

  #each(value: unknown, shape: Shape, scope: Scope, at: number | null): void {
    for (const item of list(value, at)) this.#members(node(item, at), shape, [], scope, at);
  }

  #query(value: unknown, outer: Scope, at: number | null): void {
    const query = node(value, at);
    const shape = shapeOf(QUERIES, query.type);
    if (!shape) throw unknownPart(at, String(query.type));
    const scope = this.#named(query.cte_map, outer, at);
    this.#members(query, { ...shape, modifiers: 'modifiers' }, ['type', 'cte_map'], scope, at);
  }

  /** WITH queries; each can read those before it. */
  #named(map: unknown, outer: Scope, at: number | null): Scope {
    if (map === undefined) return outer;
    const scope = new Set(outer);
    const { map: entries, ...others } = node(map, at);
    this.#members(others, {}, [], scope, at);
    for (const entry of list(entries, at)) {
      const { key, value, ...rest } = node(entry, at);
      this.#members(rest, {}, [], scope, at);
      const written = text(key, at);
      const name = fold(written);
      if (this.#names.tables.has(name)) throw new SqlValidationError(at, say.takenName(written));
      if (RESERVED.test(name)) throw new SqlValidationError(at, say.reservedName(written));
      const { query, ...about } = node(value, at);
      this.#members(about, { aliases: 'names', materialized: 'plain', key_targets: 'expressions' }, [], scope, at);
      const { node: inner, ...nothing } = node(query, at);
      this.#members(nothing, {}, [], scope, at);
      if (node(inner, at).type === 'RECURSIVE_CTE_NODE') this.#recursive(node(inner, at), name, scope, at);
      else this.#query(inner, scope, at);
      scope.add(name);
    }
    return scope;
  }

  #recursive(query: Node, name: string, scope: Scope, at: number | null): void {
    const { right, cte_name: own, ...others } = query;
    if (fold(text(own, at)) !== name) throw unknownPart(at, 'a name');
    const shape: Shape = { union_all: 'plain', left: 'query', aliases: 'names', key_targets: 'expressions' };
    const inner = this.#named(others.cte_map, scope, at);
    this.#members(others, { ...shape, modifiers: 'modifiers' }, ['type', 'cte_map'], inner, at);
    this.#query(right, new Set([...inner, name]), at);
  }

  #modifier(value: unknown, scope: Scope, at: number | null): void {
    const modifier = node(value, at);
    const shape = shapeOf(MODIFIERS, modifier.type);
    if (!shape) throw unknownPart(at, String(modifier.type));
    this.#members(modifier, shape, ['type'], scope, at);
  }

  #relation(value: unknown, scope: Scope, outer: number | null): void {
    const relation = node(value, outer);
    const at = placeIn(relation, outer);
    const type = String(relation.type);
    if (type === 'BASE_TABLE') this.#table(relation, scope, at);
    if (type === 'TABLE_FUNCTION') return this.#tableFunction(relation, scope, at);
    if (type === 'SHOW_REF') throw new SqlValidationError(at, say.ONLY_SELECT);
    const shape = shapeOf(RELATIONS, type);
    if (!shape) throw unknownPart(at, type);
    if (relation.alias !== undefined) text(relation.alias, at);
    this.#members(relation, shape, ['type', 'alias', 'query_location'], scope, at);
  }

  #table(relation: Node, scope: Scope, at: number | null): void {
    const written = text(relation.table_name, at);
    if (relation.schema_name !== undefined || relation.catalog_name !== undefined)
      throw new SqlValidationError(at, say.qualifiedTable(written));
    if (relation.at_clause !== undefined) throw new SqlValidationError(at, NO_AT);
    const name = fold(written);
    if (scope.has(name)) return;
    if (!this.#names.tables.has(name)) throw new SqlValidationError(at, say.noTable(written, name, this.#names.tables));
    this.read.add(name);
  }

  #tableFunction(relation: Node, scope: Scope, at: number | null): void {
    const { function: called, ...others } = relation;
    const call = node(called, at);
    const name = fold(text(call.function_name, at));
    if (!TABLE_FUNCTIONS.has(name)) throw new SqlValidationError(at, say.noTableFunction(name, TABLE_FUNCTIONS));
    if (relation.alias !== undefined) text(relation.alias, at);
    this.#members(others, RELATIONS.TABLE_FUNCTION!, ['type', 'alias', 'query_location'], scope, at);
    this.#members(call, EXPRESSIONS.FUNCTION!, ['class', 'type', 'alias', 'query_location'], scope, at);
    if (call.schema !== undefined && call.schema !== 'main') throw unknownPart(at, 'a schema');
  }

  #expression(value: unknown, scope: Scope, outer: number | null): void {
    const expression = node(value, outer);
    const at = placeIn(expression, outer);
    const kind = String(expression.class);
    const shape = shapeOf(EXPRESSIONS, kind);
    if (kind === 'PARAMETER') this.parameter(expression.identifier, at);
    if (!shape) throw unknownPart(at, kind);
    if (kind === 'FUNCTION' || kind === 'WINDOW') this.#call(expression, at);
    if (kind === 'OPERATOR' && !OPERATORS.has(String(expression.type))) throw unknownPart(at, String(expression.type));
    if (kind === 'COLUMN_REF') this.#column(expression, at);
    if (kind === 'COLLATE' && !COLLATION.test(text(expression.collation, at)))
      throw new SqlValidationError(at, say.noCollation(String(expression.collation)));
    this.#members(expression, shape, ['class', 'type', 'alias', 'query_location'], scope, at);
  }

  #call(call: Node, at: number | null): void {
    const written = text(call.function_name, at);
    const name = fold(written);
    if (call.schema !== undefined && call.schema !== 'main')
      throw new SqlValidationError(at, say.qualifiedFunction(written));
    if (call.catalog !== undefined) throw new SqlValidationError(at, say.qualifiedFunction(written));
    if (name === 'range' || name === 'generate_series') throw new SqlValidationError(at, onlyInFrom(name));
    if (!FUNCTIONS.has(name)) throw new SqlValidationError(at, say.noFunction(written, name, FUNCTIONS));
    if (CLOCKS.has(name)) this.deterministic = false;
    if (PADDING.has(name)) {
      const length = list(call.children, at)[1] as { value?: { value?: unknown } } | undefined;
      const most = length?.value?.value;
      if (typeof most !== 'number' || most > LONGEST_PADDING)
        throw new SqlValidationError(at, say.paddingLength(name, LONGEST_PADDING));
    }
  }

  #column(column: Node, at: number | null): void {
    const names = list(column.column_names, at);
    const last = fold(text(names.at(-1), at));
    if (names.length > 1 || this.#names.columns.has(last)) return;
    if (SESSION_NAMES.has(last)) throw new SqlValidationError(at, say.notAvailable(last));
    if (CLOCK_NAMES.has(last)) this.deterministic = false;
  }

  #pivot(pivot: Node, scope: Scope, at: number | null): void {
    const { entries, ...others } = pivot;
    this.#members(others, { pivot_expressions: 'expressions', unpivot_names: 'names' }, [], scope, at);
    for (const entry of list(entries, at)) {
      const { values, ...rest } = node(entry, at);
      for (const value of list(values, at)) this.#value(value, at);
      this.#members(rest, { alias: 'plain' }, [], scope, at);
    }
  }

  #value(value: unknown, at: number | null): void {
    const { type } = node(value, at);
    this.#type(type, at);
  }

  #type(value: unknown, at: number | null): void {
    const { id, type_info: info, ...others } = node(value, at);
    this.#members(others, {}, [], new Set(), at);
    const name = id === 'UNBOUND' ? text(node(info, at).name, at) : text(id, at);
    const known = id === 'UNBOUND' ? TYPE_NAMES.has(fold(name)) : TYPES.has(name);
    if (!known) throw new SqlValidationError(at, say.noType(name));
    if (info === undefined || info === null) return;
    const { child_type: child, child_types: children, ...rest } = node(info, at);
    const shape: Shape = {
      type: 'plain',
      width: 'plain',
      scale: 'plain',
      name: 'plain',
      size: 'plain',
      collation: 'plain',
    };
    this.#members(rest, shape, [], new Set(), at);
    if (child !== undefined) this.#type(child, at);
    if (children !== undefined)
      for (const item of list(children, at)) {
        const { second, ...first } = node(item, at);
        this.#members(first, { first: 'plain' }, [], new Set(), at);
        this.#type(second, at);
      }
  }
}

/** Position of a node; one without a position has that of its parent. */
function placeIn(part: Node, outer: number | null): number | null {
  return typeof part.query_location === 'number' ? part.query_location : outer;
}

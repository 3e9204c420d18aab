import { CLOCK_NAMES, CLOCKS, FUNCTIONS, PADDING, SESSION_NAMES, TABLE_FUNCTIONS } from './duckdb-functions.ts';
import { EXPRESSIONS, MODIFIERS, OPERATORS, QUERIES, RELATIONS, TYPE_NAMES, TYPES } from './duckdb-nodes.ts';
import type { Look, Shape } from './duckdb-nodes.ts';
import { GateFault } from './gate-fault.ts';
import type { Said } from './gate-fault.ts';
import * as say from './refusals.ts';
import type { Checked, Nameable } from './sql-gate.ts';

/** Parts of a tree, and how deep they may lie in each other. */
const MOST_NODES = 5000;
const MOST_DEPTH = 200;
const LONGEST_PADDING = 1000;
/** DuckDB's catalogues are named so; nothing of the asker's own may be. */
const RESERVED = /^(duckdb|pg|sqlite|pragma|information_schema|temp|system|memory|main|recurring)(_|$)/;
const COLLATION =
  /^(binary|c|posix|nocase|noaccent|nfc|[a-z]{2,3}(_[a-z]{2})?)(\.(nocase|noaccent|nfc|[a-z]{2,3}(_[a-z]{2})?))*$/i;

const NO_AT: Said = {
  en: 'There is no AT for tables here. The version that is read is the current one.',
  tr: 'Burada tablolar için AT yok. Okunan sürüm, geçerli olandır.',
};
const onlyInFrom = (name: string): Said => ({
  en: `Use ${name} in FROM, for example FROM ${name}(10) AS r(n).`,
  tr: `${name} işlevini FROM içinde kullanın, örneğin FROM ${name}(10) AS r(n).`,
});

type Node = Record<string, unknown>;
/** Names of WITH that can be read from here. */
type Scope = ReadonlySet<string>;

/** As the engine compares names: only the letters A to Z have a case. */
export const folded = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Looks at every part of a statement's tree; throws `GateFault` at the first that has no place there. */
export function checkDuckdb(tree: { statements: unknown }, nameable: Nameable): Checked {
  const statements = list(tree.statements, null);
  if (statements.length !== 1) {
    throw new GateFault(null, statements.length === 0 ? say.NO_STATEMENT : say.severalStatements(statements.length));
  }
  const check = new Check(nameable);
  const { named_param_map: parameters, ...statement } = node(statements[0], null);
  check.wrapped(statement, new Set(), null);
  if (parameters !== undefined) throw new GateFault(null, say.NO_PARAMETERS);
  return { tables: check.read, lasting: check.lasting };
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
function unknownPart(at: number | null, what: string): GateFault {
  return new GateFault(at, say.unknownPart(what));
}

class Check {
  readonly read = new Set<string>();
  lasting = true;
  readonly #nameable: Nameable;
  #nodes = 0;
  #depth = 0;

  constructor(nameable: Nameable) {
    this.#nameable = nameable;
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
        for (const each of list(value, at)) this.#expression(each, scope, at);
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
        for (const each of list(value, at)) this.#modifier(each, scope, at);
        return;
      case 'orders':
        return this.#each(value, { type: 'plain', null_order: 'plain', expression: 'expression' }, scope, at);
      case 'cases':
        return this.#each(value, { when_expr: 'expression', then_expr: 'expression' }, scope, at);
      case 'replaced':
        return this.#each(value, { key: 'plain', value: 'expression' }, scope, at);
      case 'renamed':
        for (const each of list(value, at)) {
          const { key, ...others } = node(each, at);
          this.#members(node(key, at), { table: 'plain', column: 'plain', schema: 'plain' }, [], scope, at);
          this.#members(others, { value: 'plain' }, [], scope, at);
        }
        return;
      case 'excluded':
        return this.#each(value, { table: 'plain', column: 'plain' }, scope, at);
      case 'pivots':
        for (const each of list(value, at)) this.#pivot(node(each, at), scope, at);
        return;
      case 'sets':
        for (const set of list(value, at)) for (const each of list(set, at)) this.#look('plain', each, scope, at);
        return;
      case 'sample':
        this.lasting = false;
        this.#members(
          node(value, at),
          { sample_size: 'value', is_percentage: 'plain', method: 'plain', seed: 'plain', repeatable: 'plain' },
          [],
          scope,
          at,
        );
    }
  }

  /** Every member has to be in the shape, or among those looked at elsewhere. */
  #members(part: Node, shape: Shape, elsewhere: readonly string[], scope: Scope, at: number | null): void {
    this.#nodes += 1;
    this.#depth += 1;
    if (this.#nodes > MOST_NODES) throw new GateFault(null, say.TOO_LONG);
    if (this.#depth > MOST_DEPTH) throw new GateFault(at, say.TOO_DEEP);
    for (const [name, value] of Object.entries(part)) {
      if (elsewhere.includes(name)) continue;
      const look = Object.hasOwn(shape, name) ? shape[name]! : null;
      if (!look) throw unknownPart(at, name);
      this.#look(look, value, scope, at);
    }
    this.#depth -= 1;
  }

  #each(value: unknown, shape: Shape, scope: Scope, at: number | null): void {
    for (const each of list(value, at)) this.#members(node(each, at), shape, [], scope, at);
  }

  #query(value: unknown, outer: Scope, at: number | null): void {
    const query = node(value, at);
    const shape = shapeOf(QUERIES, query.type);
    if (!shape) throw unknownPart(at, String(query.type));
    const scope = this.#named(query.cte_map, outer, at);
    this.#members(query, { ...shape, modifiers: 'modifiers' }, ['type', 'cte_map'], scope, at);
  }

  /** The queries of WITH, each of which can read those before it. */
  #named(map: unknown, outer: Scope, at: number | null): Scope {
    if (map === undefined) return outer;
    const scope = new Set(outer);
    const { map: entries, ...others } = node(map, at);
    this.#members(others, {}, [], scope, at);
    for (const entry of list(entries, at)) {
      const { key, value, ...rest } = node(entry, at);
      this.#members(rest, {}, [], scope, at);
      const written = text(key, at);
      const name = folded(written);
      if (this.#nameable.tables.has(name)) throw new GateFault(at, say.takenName(written));
      if (RESERVED.test(name)) throw new GateFault(at, say.reservedName(written));
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
    if (folded(text(own, at)) !== name) throw unknownPart(at, 'a name');
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
    if (type === 'SHOW_REF') throw new GateFault(at, say.ONLY_SELECT);
    const shape = shapeOf(RELATIONS, type);
    if (!shape) throw unknownPart(at, type);
    if (relation.alias !== undefined) text(relation.alias, at);
    this.#members(relation, shape, ['type', 'alias', 'query_location'], scope, at);
  }

  #table(relation: Node, scope: Scope, at: number | null): void {
    const written = text(relation.table_name, at);
    if (relation.schema_name !== undefined || relation.catalog_name !== undefined)
      throw new GateFault(at, say.qualifiedTable(written));
    if (relation.at_clause !== undefined) throw new GateFault(at, NO_AT);
    const name = folded(written);
    if (scope.has(name)) return;
    if (!this.#nameable.tables.has(name)) throw new GateFault(at, say.noTable(written, name, this.#nameable.tables));
    this.read.add(name);
  }

  #tableFunction(relation: Node, scope: Scope, at: number | null): void {
    const { function: called, ...others } = relation;
    const call = node(called, at);
    const name = folded(text(call.function_name, at));
    if (!TABLE_FUNCTIONS.has(name)) throw new GateFault(at, say.noTableFunction(name, TABLE_FUNCTIONS));
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
    if (kind === 'PARAMETER') throw new GateFault(at, say.NO_PARAMETERS);
    if (!shape) throw unknownPart(at, kind);
    if (kind === 'FUNCTION' || kind === 'WINDOW') this.#call(expression, at);
    if (kind === 'OPERATOR' && !OPERATORS.has(String(expression.type))) throw unknownPart(at, String(expression.type));
    if (kind === 'COLUMN_REF') this.#column(expression, at);
    if (kind === 'COLLATE' && !COLLATION.test(text(expression.collation, at)))
      throw new GateFault(at, say.noCollation(String(expression.collation)));
    this.#members(expression, shape, ['class', 'type', 'alias', 'query_location'], scope, at);
  }

  #call(call: Node, at: number | null): void {
    const written = text(call.function_name, at);
    const name = folded(written);
    if (call.schema !== undefined && call.schema !== 'main') throw new GateFault(at, say.qualifiedFunction(written));
    if (call.catalog !== undefined) throw new GateFault(at, say.qualifiedFunction(written));
    if (name === 'range' || name === 'generate_series') throw new GateFault(at, onlyInFrom(name));
    if (!FUNCTIONS.has(name)) throw new GateFault(at, say.noFunction(written, name, FUNCTIONS));
    if (CLOCKS.has(name)) this.lasting = false;
    if (PADDING.has(name)) {
      const length = list(call.children, at)[1] as { value?: { value?: unknown } } | undefined;
      const most = length?.value?.value;
      if (typeof most !== 'number' || most > LONGEST_PADDING)
        throw new GateFault(at, say.paddingLength(name, LONGEST_PADDING));
    }
  }

  #column(column: Node, at: number | null): void {
    const names = list(column.column_names, at);
    const last = folded(text(names.at(-1), at));
    if (names.length > 1 || this.#nameable.columns.has(last)) return;
    if (SESSION_NAMES.has(last)) throw new GateFault(at, say.notTold(last));
    if (CLOCK_NAMES.has(last)) this.lasting = false;
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
    const known = id === 'UNBOUND' ? TYPE_NAMES.has(folded(name)) : TYPES.has(name);
    if (!known) throw new GateFault(at, say.noType(name));
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
      for (const each of list(children, at)) {
        const { second, ...first } = node(each, at);
        this.#members(first, { first: 'plain' }, [], new Set(), at);
        this.#type(second, at);
      }
  }
}

/** Where a part begins; a part without a place is where what holds it is. */
function placeIn(part: Node, outer: number | null): number | null {
  return typeof part.query_location === 'number' ? part.query_location : outer;
}

import { SqlValidationError } from '../sql-validation-error.ts';
import type { LocalizedMessage } from '../sql-validation-error.ts';
import { CLOCKS, CLOCK_WORDS, FUNCTIONS, HARMLESS, OPERATORS, PADDING, TABLE_FUNCTIONS, TYPES } from './functions.ts';
import { NODES } from './nodes.ts';
import type { Look } from './nodes.ts';
import * as say from '../messages.ts';
import type { CheckedStatement, AllowedNames } from '../sql-validator.ts';

/** Maximum number of nodes in a tree, and maximum depth. */
const MOST_NODES = 5000;
const MOST_DEPTH = 200;
const LONGEST_PADDING = 1000;
/** Prefix of PostgreSQL's system catalogs; statements may not define such names. */
const RESERVED = /^(pg_|information_schema$)/;
const COLLATION = /^(C|POSIX|default|ucs_basic|unicode|pg_c_utf8|[a-z]{2,3}([_-][A-Za-z0-9]+)*)$/;
/** Texts that mean the current date or time when cast to one. */
const CLOCK_TEXT = /\b(now|today|tomorrow|yesterday)\b/i;
/** Kinds of A_Expr whose name is not an operator. */
const BETWEEN = /BETWEEN/;

const NO_INTO: LocalizedMessage = {
  en: 'SELECT INTO makes a table, and nothing is made here. Leave INTO out.',
  tr: 'SELECT INTO tablo oluşturur; burada hiçbir şey oluşturulmaz. INTO kısmını çıkarın.',
};
const NO_LOCKING: LocalizedMessage = {
  en: 'Rows cannot be locked here. Leave FOR UPDATE or FOR SHARE out.',
  tr: 'Burada satırlar kilitlenemez. FOR UPDATE ya da FOR SHARE kısmını çıkarın.',
};
const noOperator = (name: string): LocalizedMessage => ({
  en: `The operator '${name}' cannot be used here. Write it in another way.`,
  tr: `'${name}' işleci burada kullanılamaz. Başka türlü yazın.`,
});
/** Position at which PostgreSQL would call a function, or cast to a type, of this name if there is no such column. */
const noColumn = (name: string): LocalizedMessage => ({
  en: `'${name}' cannot follow a dot: PostgreSQL has a function or type of that name. Name the column alone, or give it another name with AS.`,
  tr: `'${name}' bir noktanın ardında duramaz: PostgreSQL'de bu adda bir işlev ya da tür var. Sütunu tek başına yazın ya da AS ile başka ad verin.`,
});
const unknownColumn = (name: string): LocalizedMessage => ({
  en: `'${name}' cannot follow a dot: no table or query here has a column of that name. Check its spelling.`,
  tr: `'${name}' bir noktanın ardında duramaz: buradaki hiçbir tablonun ya da sorgunun bu adda bir sütunu yok. Yazımını kontrol edin.`,
});
const MEMBERS: Readonly<Record<string, LocalizedMessage>> = { intoClause: NO_INTO, lockingClause: NO_LOCKING };

type Node = Record<string, unknown>;
/** Names of WITH queries in scope. */
type Scope = ReadonlySet<string>;

/**
 * Checks every node of a statement's tree; throws `SqlValidationError` at the first that is not allowed. `functions`:
 * names of all functions and types that the server can resolve, since `a.b` calls one or casts if no column has that
 * name.
 */
export function checkPostgres(
  tree: { stmts?: unknown },
  allowed: AllowedNames,
  functions: ReadonlySet<string>,
): CheckedStatement {
  const statements = list(tree.stmts ?? [], null);
  if (statements.length !== 1)
    throw new SqlValidationError(
      null,
      statements.length === 0 ? say.NO_STATEMENT : say.severalStatements(statements.length),
    );
  const wrapped = node(node(statements[0], null).stmt, null);
  if (Object.keys(wrapped).join() !== 'SelectStmt') throw new SqlValidationError(null, say.ONLY_SELECT);
  const check = new Check(
    { ...allowed, columns: new Set([...allowed.columns, ...definedColumns(wrapped)]) },
    functions,
  );
  check.statement(wrapped);
  return { tables: check.read, deterministic: check.deterministic };
}

function node(value: unknown, at: number | null): Node {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unknown(at, 'a part');
  return value as Node;
}
function list(value: unknown, at: number | null): unknown[] {
  if (!Array.isArray(value)) throw unknown(at, 'a list');
  return value;
}
function unknown(at: number | null, what: string): SqlValidationError {
  return new SqlValidationError(at, say.unknownPart(what));
}
/** Kind and members of a wrapped node; null for an empty one. */
function unwrapped(value: unknown, at: number | null): { kind: string; members: Node } | null {
  const [first, ...more] = Object.entries(node(value, at));
  if (!first) return null;
  if (more.length > 0) throw unknown(at, 'a node');
  return { kind: first[0], members: node(first[1], at) };
}
/** Texts of the String nodes in a list. */
function names(value: unknown, at: number | null): string[] {
  return list(value, at).map((item) => {
    const part = unwrapped(item, at);
    if (part?.kind !== 'String') throw unknown(at, 'a name');
    return text(part.members.sval ?? '', at);
  });
}
function text(value: unknown, at: number | null): string {
  if (typeof value !== 'string') throw unknown(at, 'a name');
  return value;
}
/** Position of a node; one without a position has that of its parent. */
function placeIn(part: Node, outer: number | null): number | null {
  return typeof part.location === 'number' && part.location >= 0 ? part.location : outer;
}

/** Members that name columns: of a result, an alias, or a function's result. */
const NAMING: Readonly<Record<string, readonly string[]>> = {
  ResTarget: ['name'],
  CommonTableExpr: ['aliascolnames'],
  Alias: ['aliasname', 'colnames'],
  alias: ['aliasname', 'colnames'],
  join_using_alias: ['aliasname', 'colnames'],
  ColumnDef: ['colname'],
  RowExpr: ['colnames'],
};
/** Columns that PostgreSQL itself names. */
const IMPLICIT = '?column? array case coalesce exists greatest grouping least nullif row key value ordinality'.split(
  ' ',
);

/** Names of columns that a statement itself defines anywhere. */
function definedColumns(tree: Node): Set<string> {
  const defined = new Set<string>(IMPLICIT);
  const add = (value: unknown): void => {
    if (typeof value === 'string') defined.add(value);
    else if (Array.isArray(value)) for (const item of value) add((item as { String?: Node }).String?.sval);
  };
  const pending: [kind: string, value: unknown][] = [['', tree]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [kind, value] = next;
    if (typeof value !== 'object' || value === null) continue;
    const naming = Object.hasOwn(NAMING, kind) ? NAMING[kind]! : [];
    for (const [name, member] of Object.entries(value)) {
      if (naming.includes(name)) add(member);
      pending.push([Array.isArray(value) ? '' : name, member]);
    }
  }
  return defined;
}

class Check {
  readonly read = new Set<string>();
  deterministic = true;
  readonly #names: AllowedNames;
  readonly #functions: ReadonlySet<string>;
  #nodes = 0;
  #depth = 0;

  constructor(allowed: AllowedNames, functions: ReadonlySet<string>) {
    this.#names = allowed;
    this.#functions = functions;
  }

  statement(value: Node): void {
    this.#node(value, new Set(), null);
  }

  #look(look: Look, value: unknown, scope: Scope, at: number | null): void {
    if (look === 'node') return this.#node(value, scope, at);
    if (look === 'nodes') {
      for (const item of list(value, at)) this.#node(item, scope, at);
      return;
    }
    if (look !== 'plain') return this.#members(look.kind, node(value, at), scope, at);
    if (typeof value === 'object' && value !== null) throw unknown(at, 'a member');
  }

  #node(value: unknown, scope: Scope, at: number | null): void {
    const part = unwrapped(value, at);
    if (part) this.#members(part.kind, part.members, scope, at);
  }

  /** Every member has to be among those allowed for the kind. */
  #members(kind: string, part: Node, outer: Scope, around: number | null): void {
    this.#nodes += 1;
    this.#depth += 1;
    const at = placeIn(part, around);
    if (this.#nodes > MOST_NODES) throw new SqlValidationError(null, say.TOO_LONG);
    if (this.#depth > MOST_DEPTH) throw new SqlValidationError(at, say.TOO_DEEP);
    const scope = kind === 'SelectStmt' ? this.#named(part.withClause, outer, at) : outer;
    this.#rules(kind, part, scope, at);
    const shape = NODES[kind]!;
    for (const [name, value] of Object.entries(part)) {
      if (name === 'location' || (kind === 'SelectStmt' && name === 'withClause')) continue;
      const look = Object.hasOwn(shape, name) ? shape[name]! : null;
      if (!look) throw new SqlValidationError(at, MEMBERS[name] ?? say.unknownPart(name));
      this.#look(look, value, scope, at);
    }
    this.#depth -= 1;
  }

  /** Checks of a kind beyond its shape. */
  #rules(kind: string, part: Node, scope: Scope, at: number | null): void {
    if (!Object.hasOwn(NODES, kind)) {
      if (kind === 'ParamRef') throw new SqlValidationError(at, say.NO_PARAMETERS);
      if (/^(Insert|Update|Delete|Merge)Stmt$/.test(kind)) throw new SqlValidationError(at, say.ONLY_SELECT);
      throw unknown(at, kind);
    }
    switch (kind) {
      case 'RangeVar':
        return this.#table(part, scope, at);
      case 'RangeFunction':
        return this.#tableFunctions(part, at);
      case 'FuncCall':
        return this.#call(part, at);
      case 'A_Expr':
        if (!BETWEEN.test(String(part.kind))) this.#operator(part.name, at);
        return;
      case 'SubLink':
        if (part.operName !== undefined) this.#operator(part.operName, at);
        return;
      case 'ColumnRef':
        return this.#column(list(part.fields, at), at);
      case 'A_Indirection':
        for (const item of list(part.indirection, at)) this.#behindDot(item, at);
        return;
      case 'TypeName':
        return this.#type(part, at);
      case 'CollateClause':
        return this.#collation(names(part.collname, at), at);
      case 'SQLValueFunction':
        if (!CLOCK_WORDS.has(String(part.op)))
          throw new SqlValidationError(at, say.notAvailable(String(part.op).replace('SVFOP_', '').toLowerCase()));
        this.deterministic = false;
        return;
      case 'String':
        if (CLOCK_TEXT.test(text(part.sval ?? '', at))) this.deterministic = false;
    }
  }

  /** WITH queries; each can read those before it, or with RECURSIVE any of them. */
  #named(value: unknown, outer: Scope, at: number | null): Scope {
    if (value === undefined) return outer;
    const { ctes, recursive, ...others } = node(value, at);
    this.#members('WithClause', others, outer, at);
    const parts = list(ctes, at).map((item) => {
      const part = unwrapped(item, at);
      if (part?.kind !== 'CommonTableExpr') throw unknown(at, 'WITH');
      return { members: part.members, place: placeIn(part.members, at), name: text(part.members.ctename, at) };
    });
    const scope = new Set(outer);
    for (const { name, place } of parts) {
      if (this.#names.tables.has(name)) throw new SqlValidationError(place, say.takenName(name));
      if (RESERVED.test(name)) throw new SqlValidationError(place, say.reservedName(name));
      if (recursive === true) scope.add(name);
    }
    for (const { name, members, place } of parts) {
      this.#members('CommonTableExpr', members, new Set(scope), place);
      scope.add(name);
    }
    return scope;
  }

  #table(relation: Node, scope: Scope, at: number | null): void {
    const name = text(relation.relname, at);
    if (relation.schemaname !== undefined || relation.catalogname !== undefined)
      throw new SqlValidationError(at, say.qualifiedTable(name));
    if (relation.inh !== true) throw unknown(at, 'ONLY');
    if (scope.has(name)) return;
    if (!this.#names.tables.has(name)) throw new SqlValidationError(at, say.noTable(name, name, this.#names.tables));
    this.read.add(name);
  }

  #tableFunctions(part: Node, at: number | null): void {
    for (const item of list(part.functions, at)) {
      const pair = unwrapped(item, at);
      const call = unwrapped(list(pair?.members.items, at)[0], at);
      const name = call?.kind === 'FuncCall' ? names(call.members.funcname, at).at(-1)! : (call?.kind ?? '');
      const place = placeIn(call?.members ?? {}, at);
      if (!TABLE_FUNCTIONS.has(name)) throw new SqlValidationError(place, say.noTableFunction(name, TABLE_FUNCTIONS));
    }
  }

  #call(call: Node, at: number | null): void {
    const written = names(call.funcname, at);
    const name = written.at(-1)!;
    // The parser itself adds `pg_catalog` to some; no other schema is allowed.
    if (written.length > 1 && (written.length > 2 || written[0] !== 'pg_catalog'))
      throw new SqlValidationError(at, say.qualifiedFunction(name));
    if (!FUNCTIONS.has(name)) throw new SqlValidationError(at, say.noFunction(name, name, FUNCTIONS));
    if (CLOCKS.has(name)) this.deterministic = false;
    if (PADDING.has(name)) {
      const length = list(call.args ?? [], at)[1] as { A_Const?: { ival?: { ival?: number } } } | undefined;
      const most = length?.A_Const?.ival;
      if (!most || (most.ival ?? 0) > LONGEST_PADDING)
        throw new SqlValidationError(at, say.paddingLength(name, LONGEST_PADDING));
    }
  }

  #operator(value: unknown, at: number | null): void {
    const written = names(value, at);
    if (written.length !== 1 || !OPERATORS.has(written[0]!))
      throw new SqlValidationError(at, noOperator(written.join('.')));
  }

  #column(fields: unknown[], at: number | null): void {
    const stars = fields.filter((field) => unwrapped(field, at)?.kind === 'A_Star');
    if (fields.length > 2 || stars.length > 1)
      throw new SqlValidationError(
        at,
        say.qualifiedTable(
          names(
            fields.filter((field) => !stars.includes(field)),
            at,
          ).join('.'),
        ),
      );
    if (fields.length > 1) this.#behindDot(fields[1], at);
  }

  /** `a.b` and `(a).b` call the function `b`, or cast to the type `b`, if `a` has no such column. */
  #behindDot(value: unknown, at: number | null): void {
    const part = unwrapped(value, at);
    if (part?.kind !== 'String') return;
    const name = text(part.members.sval ?? '', at);
    if (CLOCKS.has(name)) this.deterministic = false;
    if (FUNCTIONS.has(name) || TYPES.has(name) || HARMLESS.has(name)) return;
    if (this.#functions.has(name) || RESERVED.test(name)) throw new SqlValidationError(at, noColumn(name));
    if (!this.#names.columns.has(name)) throw new SqlValidationError(at, unknownColumn(name));
  }

  #type(type: Node, at: number | null): void {
    const written = names(type.names, at);
    const name = written.at(-1)!;
    const known = written.length === 1 || (written.length === 2 && written[0] === 'pg_catalog');
    if (!known || !TYPES.has(name)) throw new SqlValidationError(at, say.noType(written.join('.')));
    for (const item of list(type.typmods ?? [], at))
      if (unwrapped(item, at)?.kind !== 'A_Const') throw unknown(at, 'a type');
  }

  #collation(written: string[], at: number | null): void {
    if (written.length !== 1 || !COLLATION.test(written[0]!))
      throw new SqlValidationError(at, say.noCollation(written.join('.')));
  }
}

import { GateFault } from './gate-fault.ts';
import type { Said } from './gate-fault.ts';
import {
  CLOCKS,
  CLOCK_WORDS,
  FUNCTIONS,
  HARMLESS,
  OPERATORS,
  PADDING,
  TABLE_FUNCTIONS,
  TYPES,
} from './postgres-functions.ts';
import { NODES } from './postgres-nodes.ts';
import type { Look } from './postgres-nodes.ts';
import * as say from './refusals.ts';
import type { Checked, Nameable } from './sql-gate.ts';

/** Parts of a tree, and how deep they may lie in each other. */
const MOST_NODES = 5000;
const MOST_DEPTH = 200;
const LONGEST_PADDING = 1000;
/** PostgreSQL's own catalogues are named so; nothing of the asker's may be. */
const RESERVED = /^(pg_|information_schema$)/;
const COLLATION = /^(C|POSIX|default|ucs_basic|unicode|pg_c_utf8|[a-z]{2,3}([_-][A-Za-z0-9]+)*)$/;
/** Texts that are a day or a time of the clock once they are cast to one. */
const CLOCK_TEXT = /\b(now|today|tomorrow|yesterday)\b/i;
/** Kinds of A_Expr whose name is no operator. */
const BETWEEN = /BETWEEN/;

const NO_INTO: Said = {
  en: 'SELECT INTO makes a table, and nothing is made here. Leave INTO out.',
  tr: 'SELECT INTO tablo oluşturur; burada hiçbir şey oluşturulmaz. INTO kısmını çıkarın.',
};
const NO_LOCKING: Said = {
  en: 'Rows cannot be locked here. Leave FOR UPDATE or FOR SHARE out.',
  tr: 'Burada satırlar kilitlenemez. FOR UPDATE ya da FOR SHARE kısmını çıkarın.',
};
const noOperator = (name: string): Said => ({
  en: `The operator '${name}' cannot be used here. Write it in another way.`,
  tr: `'${name}' işleci burada kullanılamaz. Başka türlü yazın.`,
});
/** Where PostgreSQL would call a function of this name, should there be no such column. */
const noColumn = (name: string): Said => ({
  en: `'${name}' cannot stand behind a dot: PostgreSQL has a function called so. Name the column alone, or give it another name with AS.`,
  tr: `'${name}' bir noktanın ardında duramaz: PostgreSQL'de bu adda bir işlev var. Sütunu tek başına yazın ya da AS ile başka ad verin.`,
});
const MEMBERS: Readonly<Record<string, Said>> = { intoClause: NO_INTO, lockingClause: NO_LOCKING };

type Node = Record<string, unknown>;
/** Names of WITH that can be read from here. */
type Scope = ReadonlySet<string>;

/**
 * Looks at every part of a statement's tree; throws `GateFault` at the first that has no place there. `functions`: the
 * names of all functions that the server would find, for `a.b` calls one where no column is called so.
 */
export function checkPostgres(tree: { stmts?: unknown }, nameable: Nameable, functions: ReadonlySet<string>): Checked {
  const statements = list(tree.stmts ?? [], null);
  if (statements.length !== 1)
    throw new GateFault(null, statements.length === 0 ? say.NO_STATEMENT : say.severalStatements(statements.length));
  const wrapped = node(node(statements[0], null).stmt, null);
  if (Object.keys(wrapped).join() !== 'SelectStmt') throw new GateFault(null, say.ONLY_SELECT);
  const check = new Check(nameable, functions);
  check.statement(wrapped);
  return { tables: check.read, lasting: check.lasting };
}

function node(value: unknown, at: number | null): Node {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unknown(at, 'a part');
  return value as Node;
}
function list(value: unknown, at: number | null): unknown[] {
  if (!Array.isArray(value)) throw unknown(at, 'a list');
  return value;
}
function unknown(at: number | null, what: string): GateFault {
  return new GateFault(at, say.unknownPart(what));
}
/** Kind and members of a node in its wrapping; null for the empty one, which stands for nothing. */
function unwrapped(value: unknown, at: number | null): { kind: string; members: Node } | null {
  const [first, ...more] = Object.entries(node(value, at));
  if (!first) return null;
  if (more.length > 0) throw unknown(at, 'a node');
  return { kind: first[0], members: node(first[1], at) };
}
/** Texts of the String nodes in a list. */
function names(value: unknown, at: number | null): string[] {
  return list(value, at).map((each) => {
    const part = unwrapped(each, at);
    if (part?.kind !== 'String') throw unknown(at, 'a name');
    return text(part.members.sval ?? '', at);
  });
}
function text(value: unknown, at: number | null): string {
  if (typeof value !== 'string') throw unknown(at, 'a name');
  return value;
}
/** Where a part begins; a part without a place is where what holds it is. */
function placeIn(part: Node, outer: number | null): number | null {
  return typeof part.location === 'number' && part.location >= 0 ? part.location : outer;
}

class Check {
  readonly read = new Set<string>();
  lasting = true;
  readonly #nameable: Nameable;
  readonly #functions: ReadonlySet<string>;
  #nodes = 0;
  #depth = 0;

  constructor(nameable: Nameable, functions: ReadonlySet<string>) {
    this.#nameable = nameable;
    this.#functions = functions;
  }

  statement(value: Node): void {
    this.#node(value, new Set(), null);
  }

  #look(look: Look, value: unknown, scope: Scope, at: number | null): void {
    if (look === 'node') return this.#node(value, scope, at);
    if (look === 'nodes') {
      for (const each of list(value, at)) this.#node(each, scope, at);
      return;
    }
    if (look !== 'plain') return this.#members(look.kind, node(value, at), scope, at);
    if (typeof value === 'object' && value !== null) throw unknown(at, 'a member');
  }

  #node(value: unknown, scope: Scope, at: number | null): void {
    const part = unwrapped(value, at);
    if (part) this.#members(part.kind, part.members, scope, at);
  }

  /** Every member has to be among those of the kind. */
  #members(kind: string, part: Node, outer: Scope, around: number | null): void {
    this.#nodes += 1;
    this.#depth += 1;
    const at = placeIn(part, around);
    if (this.#nodes > MOST_NODES) throw new GateFault(null, say.TOO_LONG);
    if (this.#depth > MOST_DEPTH) throw new GateFault(at, say.TOO_DEEP);
    const scope = kind === 'SelectStmt' ? this.#named(part.withClause, outer, at) : outer;
    this.#rules(kind, part, scope, at);
    const shape = NODES[kind]!;
    for (const [name, value] of Object.entries(part)) {
      if (name === 'location' || (kind === 'SelectStmt' && name === 'withClause')) continue;
      const look = Object.hasOwn(shape, name) ? shape[name]! : null;
      if (!look) throw new GateFault(at, MEMBERS[name] ?? say.unknownPart(name));
      this.#look(look, value, scope, at);
    }
    this.#depth -= 1;
  }

  /** What holds for a kind beyond its shape. */
  #rules(kind: string, part: Node, scope: Scope, at: number | null): void {
    if (!Object.hasOwn(NODES, kind)) {
      if (kind === 'ParamRef') throw new GateFault(at, say.NO_PARAMETERS);
      if (/^(Insert|Update|Delete|Merge)Stmt$/.test(kind)) throw new GateFault(at, say.ONLY_SELECT);
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
        for (const each of list(part.indirection, at)) this.#behindDot(each, at);
        return;
      case 'TypeName':
        return this.#type(part, at);
      case 'CollateClause':
        return this.#collation(names(part.collname, at), at);
      case 'SQLValueFunction':
        if (!CLOCK_WORDS.has(String(part.op)))
          throw new GateFault(at, say.notTold(String(part.op).replace('SVFOP_', '').toLowerCase()));
        this.lasting = false;
        return;
      case 'String':
        if (CLOCK_TEXT.test(text(part.sval ?? '', at))) this.lasting = false;
    }
  }

  /** The queries of WITH, each of which can read those before it, or with RECURSIVE any of them. */
  #named(value: unknown, outer: Scope, at: number | null): Scope {
    if (value === undefined) return outer;
    const { ctes, recursive, ...others } = node(value, at);
    this.#members('WithClause', others, outer, at);
    const parts = list(ctes, at).map((each) => {
      const part = unwrapped(each, at);
      if (part?.kind !== 'CommonTableExpr') throw unknown(at, 'WITH');
      return { members: part.members, place: placeIn(part.members, at), name: text(part.members.ctename, at) };
    });
    const scope = new Set(outer);
    for (const { name, place } of parts) {
      if (this.#nameable.tables.has(name)) throw new GateFault(place, say.takenName(name));
      if (RESERVED.test(name)) throw new GateFault(place, say.reservedName(name));
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
      throw new GateFault(at, say.qualifiedTable(name));
    if (relation.inh !== true) throw unknown(at, 'ONLY');
    if (scope.has(name)) return;
    if (!this.#nameable.tables.has(name)) throw new GateFault(at, say.noTable(name, name, this.#nameable.tables));
    this.read.add(name);
  }

  #tableFunctions(part: Node, at: number | null): void {
    for (const each of list(part.functions, at)) {
      const pair = unwrapped(each, at);
      const call = unwrapped(list(pair?.members.items, at)[0], at);
      const name = call?.kind === 'FuncCall' ? names(call.members.funcname, at).at(-1)! : (call?.kind ?? '');
      const place = placeIn(call?.members ?? {}, at);
      if (!TABLE_FUNCTIONS.has(name)) throw new GateFault(place, say.noTableFunction(name, TABLE_FUNCTIONS));
    }
  }

  #call(call: Node, at: number | null): void {
    const written = names(call.funcname, at);
    const name = written.at(-1)!;
    // The parser itself writes `pg_catalog` before some, and no other schema is looked through.
    if (written.length > 1 && (written.length > 2 || written[0] !== 'pg_catalog'))
      throw new GateFault(at, say.qualifiedFunction(name));
    if (!FUNCTIONS.has(name)) throw new GateFault(at, say.noFunction(name, name, FUNCTIONS));
    if (CLOCKS.has(name)) this.lasting = false;
    if (PADDING.has(name)) {
      const length = list(call.args ?? [], at)[1] as { A_Const?: { ival?: { ival?: number } } } | undefined;
      const most = length?.A_Const?.ival;
      if (!most || (most.ival ?? 0) > LONGEST_PADDING)
        throw new GateFault(at, say.paddingLength(name, LONGEST_PADDING));
    }
  }

  #operator(value: unknown, at: number | null): void {
    const written = names(value, at);
    if (written.length !== 1 || !OPERATORS.has(written[0]!)) throw new GateFault(at, noOperator(written.join('.')));
  }

  #column(fields: unknown[], at: number | null): void {
    const stars = fields.filter((each) => unwrapped(each, at)?.kind === 'A_Star');
    if (fields.length > 2 || stars.length > 1)
      throw new GateFault(
        at,
        say.qualifiedTable(
          names(
            fields.filter((each) => !stars.includes(each)),
            at,
          ).join('.'),
        ),
      );
    if (fields.length > 1) this.#behindDot(fields[1], at);
  }

  /** `a.b` and `(a).b` call the function `b` where nothing of `a` is called so. */
  #behindDot(value: unknown, at: number | null): void {
    const part = unwrapped(value, at);
    if (part?.kind !== 'String') return;
    const name = text(part.members.sval ?? '', at);
    if (CLOCKS.has(name)) this.lasting = false;
    if (FUNCTIONS.has(name) || TYPES.has(name) || HARMLESS.has(name)) return;
    if (this.#functions.has(name) || RESERVED.test(name)) throw new GateFault(at, noColumn(name));
  }

  #type(type: Node, at: number | null): void {
    const written = names(type.names, at);
    const name = written.at(-1)!;
    const known = written.length === 1 || (written.length === 2 && written[0] === 'pg_catalog');
    if (!known || !TYPES.has(name)) throw new GateFault(at, say.noType(written.join('.')));
    for (const each of list(type.typmods ?? [], at))
      if (unwrapped(each, at)?.kind !== 'A_Const') throw unknown(at, 'a type');
  }

  #collation(written: string[], at: number | null): void {
    if (written.length !== 1 || !COLLATION.test(written[0]!))
      throw new GateFault(at, say.noCollation(written.join('.')));
  }
}

/**
 * The allowed nodes of a statement's tree, as PostgreSQL's parser returns it: for each kind, the allowed members and
 * how they are checked. All others are refused, even if a later parser gives them another use.
 */
export type Look =
  /** A name, number, word or flag that needs no check. */
  | 'plain'
  /** An object with one member, which is named by the node's kind. */
  | 'node'
  | 'nodes'
  /** A node of this kind that is not wrapped. */
  | { kind: string };

export type Shape = Readonly<Record<string, Look>>;

const of = (kind: string): Look => ({ kind });

export const NODES: Readonly<Record<string, Shape>> = {
  SelectStmt: {
    distinctClause: 'nodes',
    targetList: 'nodes',
    fromClause: 'nodes',
    whereClause: 'node',
    groupClause: 'nodes',
    groupDistinct: 'plain',
    havingClause: 'node',
    windowClause: 'nodes',
    valuesLists: 'nodes',
    sortClause: 'nodes',
    limitOffset: 'node',
    limitCount: 'node',
    limitOption: 'plain',
    withClause: of('WithClause'),
    op: 'plain',
    all: 'plain',
    larg: of('SelectStmt'),
    rarg: of('SelectStmt'),
  },
  WithClause: { ctes: 'nodes', recursive: 'plain' },
  CommonTableExpr: { ctename: 'plain', aliascolnames: 'nodes', ctematerialized: 'plain', ctequery: 'node' },

  RangeVar: { relname: 'plain', inh: 'plain', relpersistence: 'plain', alias: of('Alias') },
  RangeSubselect: { lateral: 'plain', subquery: 'node', alias: of('Alias') },
  RangeFunction: {
    lateral: 'plain',
    ordinality: 'plain',
    is_rowsfrom: 'plain',
    functions: 'nodes',
    alias: of('Alias'),
    coldeflist: 'nodes',
  },
  ColumnDef: { colname: 'plain', typeName: of('TypeName'), is_local: 'plain' },
  JoinExpr: {
    jointype: 'plain',
    isNatural: 'plain',
    larg: 'node',
    rarg: 'node',
    usingClause: 'nodes',
    join_using_alias: of('Alias'),
    quals: 'node',
    alias: of('Alias'),
  },
  Alias: { aliasname: 'plain', colnames: 'nodes' },

  ResTarget: { name: 'plain', val: 'node' },
  ColumnRef: { fields: 'nodes' },
  A_Star: {},
  A_Const: {
    ival: of('Integer'),
    fval: of('Float'),
    sval: of('String'),
    bsval: of('BitString'),
    boolval: of('Boolean'),
    isnull: 'plain',
  },
  Integer: { ival: 'plain' },
  Float: { fval: 'plain' },
  String: { sval: 'plain' },
  BitString: { bsval: 'plain' },
  Boolean: { boolval: 'plain' },
  List: { items: 'nodes' },
  A_Expr: {
    kind: 'plain',
    name: 'nodes',
    lexpr: 'node',
    rexpr: 'node',
    rexpr_list_start: 'plain',
    rexpr_list_end: 'plain',
  },
  BoolExpr: { boolop: 'plain', args: 'nodes' },
  NullTest: { arg: 'node', nulltesttype: 'plain' },
  BooleanTest: { arg: 'node', booltesttype: 'plain' },
  SubLink: { subLinkType: 'plain', testexpr: 'node', operName: 'nodes', subselect: 'node' },
  CaseExpr: { arg: 'node', args: 'nodes', defresult: 'node' },
  CaseWhen: { expr: 'node', result: 'node' },
  CoalesceExpr: { args: 'nodes' },
  MinMaxExpr: { op: 'plain', args: 'nodes' },
  SQLValueFunction: { op: 'plain', typmod: 'plain' },
  FuncCall: {
    funcname: 'nodes',
    args: 'nodes',
    agg_order: 'nodes',
    agg_filter: 'node',
    over: of('WindowDef'),
    agg_within_group: 'plain',
    agg_star: 'plain',
    agg_distinct: 'plain',
    func_variadic: 'plain',
    funcformat: 'plain',
  },
  NamedArgExpr: { arg: 'node', name: 'plain', argnumber: 'plain' },
  WindowDef: {
    name: 'plain',
    refname: 'plain',
    partitionClause: 'nodes',
    orderClause: 'nodes',
    frameOptions: 'plain',
    startOffset: 'node',
    endOffset: 'node',
  },
  SortBy: { node: 'node', sortby_dir: 'plain', sortby_nulls: 'plain' },
  GroupingSet: { kind: 'plain', content: 'nodes' },
  GroupingFunc: { args: 'nodes' },
  TypeCast: { arg: 'node', typeName: of('TypeName') },
  TypeName: { names: 'nodes', typmods: 'nodes', typemod: 'plain', arrayBounds: 'nodes' },
  CollateClause: { arg: 'node', collname: 'nodes' },
  A_ArrayExpr: { elements: 'nodes', list_start: 'plain', list_end: 'plain' },
  A_Indirection: { arg: 'node', indirection: 'nodes' },
  A_Indices: { is_slice: 'plain', lidx: 'node', uidx: 'node' },
  RowExpr: { args: 'nodes', row_format: 'plain', colnames: 'nodes' },
};

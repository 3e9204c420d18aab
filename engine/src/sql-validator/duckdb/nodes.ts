/**
 * The allowed nodes of a statement's tree, as DuckDB's parser returns it: for each kind, the allowed members and how
 * they are checked. All others are refused, even if a later parser gives them another use.
 */
export type Look =
  /** A name, number, word or flag that needs no check. */
  | 'plain'
  | 'names'
  /** A constant and its type. */
  | 'value'
  | 'type'
  | 'expression'
  | 'expressions'
  | 'rows'
  | 'relation'
  | 'query'
  /** A query wrapped in an object with one member, `node`. */
  | 'subquery'
  | 'modifier'
  | 'modifiers'
  | 'orders'
  | 'cases'
  | 'replaced'
  | 'renamed'
  | 'excluded'
  | 'pivots'
  | 'sets'
  | 'sample';

export type Shape = Readonly<Record<string, Look>>;

const call = { function_name: 'plain', schema: 'plain', children: 'expressions', distinct: 'plain' } as const;

/** By the class of the node. All expressions may also have class, type, alias and query_location. */
export const EXPRESSIONS: Readonly<Record<string, Shape>> = {
  BETWEEN: { input: 'expression', lower: 'expression', upper: 'expression' },
  CASE: { case_checks: 'cases', else_expr: 'expression' },
  CAST: { child: 'expression', cast_type: 'type', try_cast: 'plain' },
  COLLATE: { child: 'expression', collation: 'plain' },
  COLUMN_REF: { column_names: 'names' },
  COMPARISON: { left: 'expression', right: 'expression' },
  CONJUNCTION: { children: 'expressions' },
  CONSTANT: { value: 'value' },
  FUNCTION: { ...call, filter: 'expression', order_bys: 'modifier', is_operator: 'plain' },
  LAMBDA: { lhs: 'expression', expr: 'expression' },
  OPERATOR: { children: 'expressions' },
  /** Its name is checked. */
  PARAMETER: { identifier: 'plain' },
  POSITIONAL_REFERENCE: { index: 'plain' },
  STAR: {
    relation_name: 'plain',
    exclude_list: 'names',
    qualified_exclude_list: 'excluded',
    replace_list: 'replaced',
    rename_list: 'renamed',
    columns: 'plain',
    expr: 'expression',
  },
  SUBQUERY: { subquery_type: 'plain', subquery: 'subquery', child: 'expression', comparison_type: 'plain' },
  WINDOW: {
    ...call,
    partitions: 'expressions',
    orders: 'orders',
    arg_orders: 'orders',
    start: 'plain',
    end: 'plain',
    start_expr: 'expression',
    end_expr: 'expression',
    offset_expr: 'expression',
    default_expr: 'expression',
    filter_expr: 'expression',
    ignore_nulls: 'plain',
    exclude_clause: 'plain',
  },
};

/** Types of classes that have several. */
export const OPERATORS: ReadonlySet<string> = new Set(
  'OPERATOR_IS_NULL OPERATOR_IS_NOT_NULL OPERATOR_NOT OPERATOR_COALESCE OPERATOR_TRY OPERATOR_UNPACK COMPARE_IN COMPARE_NOT_IN ARRAY_EXTRACT ARRAY_SLICE ARRAY_CONSTRUCTOR STRUCT_EXTRACT GROUPING_FUNCTION'.split(
    ' ',
  ),
);

const named = { column_name_alias: 'names', sample: 'sample' } as const;

/** Relations in FROM, by type. All may also have type, alias and query_location. */
export const RELATIONS: Readonly<Record<string, Shape>> = {
  BASE_TABLE: { ...named, table_name: 'plain' },
  EMPTY: {},
  EXPRESSION_LIST: { ...named, values: 'rows' },
  JOIN: {
    ...named,
    left: 'relation',
    right: 'relation',
    condition: 'expression',
    join_type: 'plain',
    ref_type: 'plain',
    using_columns: 'names',
  },
  PIVOT: {
    ...named,
    source: 'relation',
    aggregates: 'expressions',
    pivots: 'pivots',
    groups: 'names',
    unpivot_names: 'names',
    include_nulls: 'plain',
  },
  SUBQUERY: { ...named, subquery: 'subquery' },
  TABLE_FUNCTION: { ...named, function: 'expression', with_ordinality: 'plain' },
};

/** Queries, by type. All may also have type, modifiers and cte_map. */
export const QUERIES: Readonly<Record<string, Shape>> = {
  SELECT_NODE: {
    select_list: 'expressions',
    from_table: 'relation',
    where_clause: 'expression',
    group_expressions: 'expressions',
    group_sets: 'sets',
    aggregate_handling: 'plain',
    having: 'expression',
    qualify: 'expression',
    sample: 'sample',
  },
  SET_OPERATION_NODE: { setop_type: 'plain', setop_all: 'plain', left: 'query', right: 'query' },
};

export const MODIFIERS: Readonly<Record<string, Shape>> = {
  DISTINCT_MODIFIER: { distinct_on_targets: 'expressions' },
  LIMIT_MODIFIER: { limit: 'expression', offset: 'expression' },
  LIMIT_PERCENT_MODIFIER: { limit: 'expression', offset: 'expression' },
  ORDER_MODIFIER: { orders: 'orders' },
};

/** Types that a value may be cast to, as named in the tree. */
export const TYPES: ReadonlySet<string> = new Set([
  ...'NULL BOOLEAN TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT'.split(' '),
  ...'FLOAT DOUBLE DECIMAL VARCHAR BLOB BIT UUID DATE TIME TIMESTAMP INTERVAL LIST STRUCT MAP ARRAY'.split(' '),
  ...'TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS INTEGER_LITERAL STRING_LITERAL'.split(' '),
  'TIMESTAMP WITH TIME ZONE',
  'TIME WITH TIME ZONE',
]);
/** Types that the parser leaves to be resolved by name. */
export const TYPE_NAMES: ReadonlySet<string> = new Set(['json']);

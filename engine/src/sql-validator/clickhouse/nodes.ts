/**
 * The allowed nodes of a statement's tree, by ClickHouse's own names for them (`EXPLAIN AST`). All others are refused,
 * even if a later parser gives them another use: settings, formats, files, samples, parameters, column transformers.
 */
export const NODES: ReadonlySet<string> = new Set([
  ...'SelectWithUnionQuery SelectIntersectExceptQuery SelectQuery ExpressionList WithElement Subquery'.split(' '),
  ...'TablesInSelectQuery TablesInSelectQueryElement TableExpression TableJoin ArrayJoin TableIdentifier'.split(' '),
  ...'Identifier Literal Function Asterisk QualifiedAsterisk OrderByElement WindowDefinition WindowListElement'.split(
    ' ',
  ),
  ...'ColumnsTransformerList ColumnsExceptTransformer ColumnsReplaceTransformer'.split(' '),
  ...'ColumnsRegexpMatcher ColumnsListMatcher QualifiedColumnsRegexpMatcher QualifiedColumnsListMatcher'.split(' '),
  'ColumnsReplaceTransformer::Replacement',
]);

/** A node of the tree. */
export interface AstNode {
  kind: string;
  /** The text after the kind: the name of a function or table, or a value. */
  text: string;
  /** The alias that AS gives it. */
  alias: string | null;
  children: AstNode[];
}

const LINE = /^( *)(\S+)(?: (?!\((?:alias|children) )(.*?))?(?: \(alias (.*?)\))?(?: \(children \d+\))?$/s;

/** Parses the lines of `EXPLAIN AST` to a tree; null if they are not one. */
export function treeOf(lines: readonly string[]): AstNode | null {
  const open: AstNode[] = [];
  let root: AstNode | null = null;
  for (const line of lines) {
    const [, indent, kind, text = '', alias] = LINE.exec(line) ?? [];
    if (kind === undefined) return null;
    const depth = indent!.length;
    const node: AstNode = { kind, text, alias: alias ?? null, children: [] };
    if (depth > open.length || (depth === 0 && root !== null)) return null;
    open.length = depth;
    if (depth === 0) root = node;
    else open[depth - 1]!.children.push(node);
    open.push(node);
  }
  return root;
}

/**
 * What a statement's tree may be made of, as ClickHouse's own parser names its parts (`EXPLAIN AST`). What is not here
 * is refused, whatever a later parser means by it: settings, formats, files, samples, parameters, transformers by name.
 */
export const NODES: ReadonlySet<string> = new Set([
  ...'SelectWithUnionQuery SelectIntersectExceptQuery SelectQuery ExpressionList WithElement Subquery'.split(' '),
  ...'TablesInSelectQuery TablesInSelectQueryElement TableExpression TableJoin ArrayJoin TableIdentifier'.split(' '),
  ...'Identifier Literal Function Asterisk QualifiedAsterisk OrderByElement WindowDefinition WindowListElement'.split(' '), // prettier-ignore
  ...'ColumnsTransformerList ColumnsExceptTransformer ColumnsReplaceTransformer'.split(' '),
  ...'ColumnsRegexpMatcher ColumnsListMatcher QualifiedColumnsRegexpMatcher QualifiedColumnsListMatcher'.split(' '),
  'ColumnsReplaceTransformer::Replacement',
]);

/** A part of a tree. */
export interface AstNode {
  kind: string;
  /** What stands behind the kind: a function's or a table's name, a value. */
  text: string;
  /** The name that AS gives it. */
  alias: string | null;
  children: AstNode[];
}

const LINE = /^( *)(\S+)(?: (?!\((?:alias|children) )(.*?))?(?: \(alias (.*?)\))?(?: \(children \d+\))?$/s;

/** The lines of `EXPLAIN AST` as a tree; null where they are none. */
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

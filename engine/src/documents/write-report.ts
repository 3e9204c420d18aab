import type { ReportDocument } from '@rise/contract';
import {
  Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  Pair,
  parseDocument,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import type { Node } from 'yaml';
import { canonicalReport, isBlock, isSame, type Block, type Value } from './canonical-report.ts';
import { readReportFile, type ReportBasis } from './report-file.ts';

/** Lists whose items are blocks of their own, however short. */
const PARTS = new Set(['pages', 'rows', 'tiles']);
/** Characters of a value that is written in one line. */
const ONE_LINE = 88;
/** Characters that YAML reads as themselves in quotes only. */
const UNPRINTABLE = /[\0-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFEFF]|\s\n|\n\s|^\s|\s$/; // oxlint-disable-line no-control-regex

const toLine = (value: Value): string => JSON.stringify(value).replaceAll('"', '');
const hasBreak = (value: Value): boolean =>
  typeof value === 'string'
    ? value.includes('\n')
    : typeof value === 'object' && value !== null && Object.values(value).some(hasBreak);
const fitsLine = (value: Value): boolean => toLine(value).length <= ONE_LINE && !hasBreak(value);

/**
 * A report as YAML: keys in the order of the schema, defaults left out, short values in one line. With the text that a
 * file has, its comments and its way of writing stay, and only what differs is written; a text that says the same stays
 * as it is. That text has to be valid: throws `ModelError` as `readReportFile` does.
 */
export function writeReportFile(
  document: ReportDocument,
  { basis, text = null }: { basis: ReportBasis | null; text?: string | null },
): string {
  const after = withBasis(canonicalReport(document), basis);
  if (text === null) return print(new Document(createNode(after)));
  const stored = readReportFile(text, 'the file', null);
  const before = withBasis(canonicalReport(stored.document), stored.basis);
  if (isSame(before, after)) return text;
  const yaml = parseDocument(text);
  expandAliases(yaml);
  attachComments(yaml);
  const writer = new ReportWriter();
  writer.find(yaml.contents as Node, before);
  yaml.contents = writer.update(yaml.contents as Node, before, after) as YAMLMap.Parsed;
  return print(yaml);
}

function withBasis(report: Block, basis: ReportBasis | null): Block {
  if (!basis) return report;
  const { version, draft } = basis;
  return { basedOn: draft === null ? version : { version, draft }, ...report };
}

/** Maps have spaces within their braces, and lists none: `{ en: Members }`, `[a, b]`. */
function print(yaml: Document<Node, boolean>): string {
  const pad = (node: YAMLMap | YAMLSeq, flowCollectionPadding: string) => {
    const toString = node.toString.bind(node) as YAMLMap['toString'];
    node.toString = (context, ...more) => toString(context && { ...context, flowCollectionPadding }, ...more);
  };
  visit(yaml, { Map: (_, node) => pad(node, ' '), Seq: (_, node) => pad(node, '') });
  return yaml.toString({ lineWidth: 0 });
}

function createNode(value: Value, key = ''): Node {
  if (Array.isArray(value)) {
    const node = new YAMLSeq();
    node.items = value.map((item) => (PARTS.has(key) ? createBlock(item as Block) : createNode(item)));
    node.flow = !PARTS.has(key) && fitsLine(value);
    return node;
  }
  if (isBlock(value)) {
    const node = createBlock(value);
    node.flow = !('pages' in value) && fitsLine(value);
    return node;
  }
  const node = new Scalar(value);
  if (typeof value === 'string' && UNPRINTABLE.test(value)) node.type = Scalar.QUOTE_DOUBLE;
  return node;
}

function createBlock(value: Block): YAMLMap {
  const node = new YAMLMap();
  for (const [key, item] of Object.entries(value)) node.set(new Scalar(key), createNode(item, key));
  return node;
}

/** Each alias becomes a copy of what it stands for: one place can change without the others. */
function expandAliases(yaml: Document.Parsed): void {
  visit(yaml, {
    Alias(_, alias) {
      const copy = alias.resolve(yaml)?.clone() as Node | undefined;
      if (copy && 'anchor' in copy) delete copy.anchor;
      return copy;
    },
  });
}

/** A comment before the first item of a list is the item's, so that it moves with it; YAML's parser gives it to the list. */
function attachComments(yaml: Document.Parsed): void {
  visit(yaml, {
    Seq(_, node) {
      const first = node.items[0] as Node | undefined;
      if (node.flow || typeof node.commentBefore !== 'string' || !first || typeof first.commentBefore === 'string')
        return;
      first.commentBefore = node.commentBefore;
      delete node.commentBefore;
    },
  });
}

interface Known {
  readonly node: Node;
  readonly before: Value;
}

const nameOf = (pair: Pair): unknown => (isScalar(pair.key) ? pair.key.value : pair.key);

/** What an item of a list is known by. */
function identityOf(item: Value): Value | undefined {
  if (!isBlock(item)) return undefined;
  return item['id'] ?? item['name'] ?? item['field'];
}

/** Changes the nodes of a file to say what a report has become. */
class ReportWriter {
  /** Pages, rows and tiles of the file, which move as a whole, by list and id. */
  readonly #parts = new Map<string, Known>();

  find(node: Node | null, before: Value, key = ''): void {
    if (Array.isArray(before) && isSeq(node))
      for (const [index, item] of before.entries()) {
        const part = node.items[index] as Node;
        if (PARTS.has(key)) this.#parts.set(`${key}/${String(identityOf(item))}`, { node: part, before: item });
        this.find(part, item);
      }
    else if (isBlock(before) && isMap(node))
      for (const [name, item] of Object.entries(before))
        if (typeof item === 'object') this.find(node.get(name, true) as unknown as Node, item, name);
  }

  update(node: Node, before: Value, after: Value, key = ''): Node {
    if (isSame(before, after)) return node;
    if (Array.isArray(before) && Array.isArray(after) && isSeq(node)) {
      node.items = this.#items(node, before, after, key);
      if (node.flow && (PARTS.has(key) || !fitsLine(after))) node.flow = false;
      return node;
    }
    if (isBlock(before) && isBlock(after) && isMap(node)) return this.#updateMap(node, before, after);
    return replace(node, createNode(after, key));
  }

  #updateMap(node: YAMLMap, before: Block, after: Block): Node {
    // A default that is written stays, unless another value takes its place.
    node.items = node.items.filter((pair) => !(String(nameOf(pair)) in before) || String(nameOf(pair)) in after);
    let previous = -1;
    for (const [name, value] of Object.entries(after)) {
      const index = node.items.findIndex((pair) => nameOf(pair) === name);
      const pair = node.items[index];
      if (pair) {
        const old = before[name];
        const child = pair.value as Node;
        pair.value = old === undefined ? replace(child, createNode(value, name)) : this.update(child, old, value, name);
        previous = index;
      } else {
        previous += 1;
        insertPair(node, previous, name, createNode(value, name));
      }
    }
    if (node.flow && !fitsLine(after)) node.flow = false;
    return node;
  }

  #items(node: YAMLSeq, before: readonly Value[], after: readonly Value[], key: string): Node[] {
    const isParts = PARTS.has(key);
    const known = before.map((item, index): Known => ({ node: node.items[index] as Node, before: item }));
    const unused = new Set(known);
    const equal = after.map((item) => {
      const found = isParts ? undefined : [...unused].find((one) => isSame(one.before, item));
      if (found) unused.delete(found);
      return found;
    });
    return after.map((item, index) => {
      const found = equal[index] ?? (isParts ? this.#takePart(key, item) : takeSimilar(unused, known[index], item));
      if (found) return this.update(found.node, found.before, item);
      return isParts ? createBlock(item as Block) : createNode(item);
    });
  }

  #takePart(list: string, item: Value): Known | undefined {
    const name = `${list}/${String(identityOf(item))}`;
    const found = this.#parts.get(name);
    this.#parts.delete(name);
    return found;
  }
}

/** The item of that name; without names the one in the same place. */
function takeSimilar(unused: Set<Known>, same: Known | undefined, item: Value): Known | undefined {
  const identity = identityOf(item);
  const found =
    identity === undefined
      ? same && unused.has(same) && identityOf(same.before) === undefined && same
      : [...unused].find(({ before }) => identityOf(before) === identity);
  if (!found) return undefined;
  unused.delete(found);
  return found;
}

/** A comment at the top of a file stays there. */
function insertPair(node: YAMLMap, index: number, name: string, value: Node): void {
  const key = new Scalar(name);
  const next = node.items[index]?.key;
  if (index === 0 && isScalar(next) && typeof next.commentBefore === 'string') {
    key.commentBefore = next.commentBefore;
    delete next.commentBefore;
  }
  node.items.splice(index, 0, new Pair(key, value));
}

/** The new node with the comments of the old one. */
function replace(old: Node, node: Node): Node {
  if (old.comment !== undefined && old.comment !== null && !isCollection(old)) node.comment = old.comment;
  if (typeof old.commentBefore === 'string') node.commentBefore = old.commentBefore;
  return node;
}

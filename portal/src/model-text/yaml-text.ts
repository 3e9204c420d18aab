import { type Document, isMap, isScalar, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';

/** How a changed document is written: long lines stay as they are. */
const WRITE = { lineWidth: 0, flowCollectionPadding: true } as const;

/** A text as a tree; null while its YAML is broken. */
export function parseModelText(text: string): Document | null {
  const document = parseDocument(text, { prettyErrors: false });
  return document.errors.length > 0 ? null : document;
}

export const writeModelText = (document: Document): string => document.toString(WRITE);

export interface TextMember {
  kind: 'dataset' | 'combined' | 'dimension' | 'measure' | 'mapping' | 'parameter';
  /** Name of its dataset; null outside of datasets. */
  dataset: string | null;
  name: string;
  /** Offsets in the text. */
  from: number;
  to: number;
}

const named = (node: unknown): string | null => {
  const name = isMap(node) ? node.get('name') : undefined;
  return typeof name === 'string' ? name : null;
};

function itemsOf(parent: unknown, key: string): YAMLMap[] {
  const list = isMap(parent) ? parent.get(key, true) : undefined;
  return isSeq(list) ? (list as YAMLSeq).items.filter((item): item is YAMLMap => isMap(item)) : [];
}

/** The members that a text itself defines, in its order; also of a text with errors, as far as it can be read. */
export function membersInText(text: string): TextMember[] {
  const { contents } = parseDocument(text, { prettyErrors: false });
  const members: TextMember[] = [];
  const add = (kind: TextMember['kind'], dataset: string | null, node: YAMLMap) => {
    const name = named(node);
    if (name === null || !node.range) return;
    members.push({ kind, dataset, name, from: node.range[0], to: node.range[1] });
  };
  for (const node of itemsOf(contents, 'parameters')) add('parameter', null, node);
  for (const node of itemsOf(contents, 'mappings')) add('mapping', null, node);
  for (const kind of ['dataset', 'combined'] as const)
    for (const node of itemsOf(contents, kind === 'dataset' ? 'datasets' : 'combined')) {
      add(kind, null, node);
      const dataset = named(node);
      for (const member of itemsOf(node, 'dimensions')) add('dimension', dataset, member);
      for (const member of itemsOf(node, 'measures')) add('measure', dataset, member);
    }
  return members;
}

/** The member at a place of the text, the innermost one; null outside of all. */
export function memberAt(members: readonly TextMember[], offset: number): TextMember | null {
  const around = members.filter(({ from, to }) => from <= offset && offset <= to);
  return around.toSorted((a, b) => a.to - a.from - (b.to - b.from))[0] ?? null;
}

/** The map of a dataset in a document; null where the text has none of that name. */
export function datasetNode(document: Document, name: string): YAMLMap | null {
  return itemsOf(document.contents, 'datasets').find((node) => named(node) === name) ?? null;
}

/** Where errors of a dataset are found, such as `datasets.0`; null where the text has none of that name. */
export function datasetPath(text: string, name: string): string | null {
  const document = parseModelText(text);
  const list = isMap(document?.contents) ? document.contents.get('datasets', true) : null;
  const place = isSeq(list) ? list.items.findIndex((item) => named(item) === name) : -1;
  return place === -1 ? null : `datasets.${place}`;
}

/** Tables that a dataset of the text reads: its own and those that it joins. */
export function tablesOfDataset(text: string, name: string): string[] {
  const document = parseModelText(text);
  const node = document && datasetNode(document, name);
  if (!node) return [];
  return [node, ...itemsOf(node, 'joins')].flatMap((one) => scalarIn(one, ['table']) ?? []);
}

/** A list of a map, which is added where it is missing. */
export function listIn(document: Document, parent: YAMLMap, key: string): YAMLSeq {
  const list = parent.get(key, true);
  if (isSeq(list)) {
    // A list in brackets has no room for members on lines of their own.
    if (list.items.length === 0) list.flow = false;
    return list;
  }
  const created = document.createNode([]);
  created.flow = false;
  parent.set(key, created);
  return created;
}

/** A member as YAML: its fields on lines of their own, what is inside of them in braces. */
export function memberNode(document: Document, member: object): YAMLMap {
  const node = document.createNode(member) as YAMLMap;
  for (const { value } of node.items) if (isMap(value) || isSeq(value)) value.flow = true;
  return node;
}

export const nameIn = (node: unknown): string | null => named(node);

/** Text of a scalar in a member; null where it is missing or no text. */
export function scalarIn(node: YAMLMap, path: readonly string[]): string | null {
  const value = node.getIn(path, true);
  if (!isScalar(value) || value.value === null || value.value === undefined) return null;
  return String(value.value);
}

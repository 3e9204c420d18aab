import { type Document, isMap, isSeq, type YAMLMap } from 'yaml';
import {
  datasetNode,
  datasetPath,
  listIn,
  memberNode,
  nameIn,
  parseModelText,
  scalarIn,
  writeModelText,
} from '../../../model-text/yaml-text.ts';

export type RightList = 'rules' | 'masks';

/** Whom a rule or mask names; null: the text does not say. */
export interface Readers {
  readonly roles: readonly string[];
  readonly groups: readonly string[];
}

/** A row rule or column mask that a text itself defines. */
export interface TextRight {
  readonly name: string;
  readonly titleEn: string;
  readonly titleTr: string;
  /** Of a rule. */
  readonly where: string;
  /** Of a mask, as `table.column`. */
  readonly columns: readonly string[];
  readonly appliesTo: Readers | null;
  readonly exceptFor: Readers | null;
}

/** A dataset's rule or mask by its place: its name may be the one that is being changed. */
export interface RightAddress {
  readonly dataset: string;
  readonly list: RightList;
  readonly index: number;
}

export interface TextRights {
  readonly rules: readonly TextRight[];
  readonly masks: readonly TextRight[];
}

/** The rules and masks that a text defines for a dataset; null: it is broken. Those of a template are not among them. */
export function rightsIn(text: string, dataset: string): TextRights | null {
  const document = parseModelText(text);
  if (!document) return null;
  const node = datasetNode(document, dataset);
  const read = (list: RightList) => rightNodes(node, list).map((item) => readRight(item));
  return { rules: read('rules'), masks: read('masks') };
}

/** Where an error of a rule or mask is found, such as `datasets.0.rules.1`. */
export function rightPath(text: string, { dataset, list, index }: RightAddress): string | null {
  const path = datasetPath(text, dataset);
  return path && `${path}.${list}.${index}`;
}

/** All items of the list, so that places are those of the text. */
function rightNodes(node: YAMLMap | null, list: RightList): unknown[] {
  const found = node?.get(list, true);
  return isSeq(found) ? found.items : [];
}

function readRight(item: unknown): TextRight {
  const node = isMap(item) ? item : null;
  const value = (...path: string[]) => (node && scalarIn(node, path)) ?? '';
  const columns = node?.get('columns', true);
  return {
    name: value('name'),
    titleEn: value('title', 'en'),
    titleTr: value('title', 'tr'),
    where: value('where'),
    columns: isSeq(columns) ? columns.items.map(columnText).filter((column) => column !== '') : [],
    appliesTo: readersIn(node?.get('appliesTo', true)),
    exceptFor: readersIn(node?.get('exceptFor', true)),
  };
}

const columnText = (node: unknown): string =>
  isMap(node) ? ['table', 'column'].flatMap((key) => scalarIn(node, [key]) ?? []).join('.') : '';

function readersIn(node: unknown): Readers | null {
  if (!isMap(node)) return null;
  const list = (key: string) => {
    const found = node.get(key, true);
    return isSeq(found) ? (found.toJSON() as unknown[]).map(String) : [];
  };
  return { roles: list('roles'), groups: list('groups') };
}

const FIRST: Record<RightList, { name: string; title: { en: string; tr: string } }> = {
  rules: { name: 'rule', title: { en: 'Row rule', tr: 'Satır kuralı' } },
  masks: { name: 'mask', title: { en: 'Column mask', tr: 'Sütun maskesi' } },
};

/**
 * The text with a further rule or mask for everyone, and its place; null where the text is broken. What it hides is
 * missing, so that nobody can publish it before saying so.
 */
export function addRight(text: string, dataset: string, list: RightList): { text: string; index: number } | null {
  const document = parseModelText(text);
  if (!document || !isMap(document.contents)) return null;
  let node = datasetNode(document, dataset);
  if (!node) {
    // A dataset of the template gets an entry for what is added to it.
    node = document.createNode({ name: dataset }) as YAMLMap;
    listIn(document, document.contents as YAMLMap, 'datasets').items.push(node);
  }
  const items = listIn(document, node, list).items;
  const taken = new Set(items.map(nameIn));
  const { name: first, title } = FIRST[list];
  let name = first;
  for (let count = 2; taken.has(name); count += 1) name = `${first}_${count}`;
  items.push(memberNode(document, { name, title }));
  return { text: writeModelText(document), index: items.length - 1 };
}

export type RightPatch = Partial<{
  name: string;
  titleEn: string;
  titleTr: string;
  where: string;
  columns: readonly string[];
  appliesTo: Readers;
  exceptFor: Readers;
}>;

/** The text with other fields of one rule or mask; empty ones are removed. Comments and everything else stay. */
export function writeRight(text: string, address: RightAddress, patch: RightPatch): string {
  const document = parseModelText(text);
  const item = document && rightNodes(datasetNode(document, address.dataset), address.list)[address.index];
  if (!document || !isMap(item)) return text;
  const { name, titleEn, titleTr, where, columns, appliesTo, exceptFor } = patch;
  setText(document, item, ['name'], name);
  setText(document, item, ['title', 'en'], titleEn);
  setText(document, item, ['title', 'tr'], titleTr);
  setText(document, item, ['where'], where);
  if (columns)
    setList(
      document,
      item,
      'columns',
      columns.map((column) => columnOf(column, address, document)),
    );
  if (appliesTo) setReaders(document, item, 'appliesTo', appliesTo);
  if (exceptFor) setReaders(document, item, 'exceptFor', exceptFor);
  return writeModelText(document);
}

function setText(document: Document, item: YAMLMap, path: readonly string[], value: string | undefined): void {
  if (value === undefined) return;
  const [head, tail] = path as readonly [string, string?];
  if (value.trim() === '') {
    item.deleteIn(path);
    return;
  }
  if (tail !== undefined && !isMap(item.get(head, true))) item.set(head, inBraces(document, {}));
  item.setIn(path, value.trim());
}

function setReaders(document: Document, item: YAMLMap, key: 'appliesTo' | 'exceptFor', readers: Readers): void {
  const node = item.get(key, true);
  if (readers.roles.length + readers.groups.length === 0) item.delete(key);
  else if (!isMap(node)) {
    const { roles, groups } = readers;
    const value = { ...(roles.length > 0 && { roles }), ...(groups.length > 0 && { groups }) };
    item.set(key, inBraces(document, value));
  } else for (const part of ['roles', 'groups'] as const) setList(document, node as YAMLMap, part, readers[part]);
}

/** Changes what differs, so that comments at the other items of a list stay. */
function setList(document: Document, item: YAMLMap, key: string, values: readonly unknown[]): void {
  const list = item.get(key, true);
  if (values.length === 0) item.delete(key);
  else if (!isSeq(list)) item.set(key, inBraces(document, values));
  else {
    const known = (list.toJSON() as unknown[]).map((value) => JSON.stringify(value));
    const nodes = [...list.items];
    list.items = values.map((value) => nodes[known.indexOf(JSON.stringify(value))] ?? inBraces(document, value));
  }
}

function inBraces(document: Document, value: unknown) {
  const node = document.createNode(value);
  if (isMap(node) || isSeq(node)) node.flow = true;
  return node;
}

/** `table.column`; without a table, it is the dataset's own. */
function columnOf(text: string, { dataset }: RightAddress, document: Document) {
  const dot = text.indexOf('.');
  if (dot !== -1) return { table: text.slice(0, dot).trim(), column: text.slice(dot + 1).trim() };
  const node = datasetNode(document, dataset);
  return { table: (node && scalarIn(node, ['table'])) ?? dataset, column: text.trim() };
}

/** The text without a rule or mask; the list goes with its last one. */
export function removeRight(text: string, { dataset, list, index }: RightAddress): string {
  const document = parseModelText(text);
  const node = document && datasetNode(document, dataset);
  const found = node?.get(list, true);
  if (!document || !node || !isSeq(found) || !(index in found.items)) return text;
  found.items.splice(index, 1);
  if (found.items.length === 0) node.delete(list);
  return writeModelText(document);
}

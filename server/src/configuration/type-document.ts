import type { CodeTypeDefinition, DefinedCodeType } from '@rise/contract';
import { type Document, isMap, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';

/** A dimension of a type's categories, and the dataset that gets it. */
export interface TypeDimension {
  readonly dataset: string;
  readonly member: { readonly name: string } & Readonly<Record<string, unknown>>;
}

/** Long lines stay as they are. */
const WRITE = { lineWidth: 0, flowCollectionPadding: true } as const;

const nameOf = (node: unknown): unknown => (isMap(node) ? node.get('name') : undefined);

function listIn(document: Document, parent: Document | YAMLMap, key: string): YAMLSeq {
  const known = parent.get(key, true);
  if (isSeq(known)) {
    // A list in brackets has no room for members on lines of their own.
    if (known.items.length === 0) known.flow = false;
    return known;
  }
  const created = document.createNode([]);
  created.flow = false;
  parent.set(key, created);
  return created;
}

/** A member with its fields on lines of their own, what is inside of them in braces. */
function memberNode(document: Document, member: object): YAMLMap {
  const node = document.createNode(member) as YAMLMap;
  for (const { value } of node.items) {
    if (isMap(value)) value.flow = true;
    if (isSeq(value)) for (const item of value.items) if (isMap(item)) item.flow = true;
  }
  return node;
}

const toMember = (type: string, { title, description, categories }: CodeTypeDefinition) => ({
  name: type,
  title,
  ...(description && { description }),
  ...(categories && { targets: categories }),
});

const membersOf = (parent: Document | YAMLMap, key: string): YAMLMap[] => {
  const list = parent.get(key, true);
  return isSeq(list) ? list.items.filter((item): item is YAMLMap => isMap(item)) : [];
};

const mappingNode = (document: Document, type: string) =>
  membersOf(document, 'mappings').find((node) => nameOf(node) === type);

const dimensionsOf = (document: Document, type: string) =>
  membersOf(document, 'datasets').flatMap((dataset) =>
    membersOf(dataset, 'dimensions').flatMap((node) => (node.get('mapping') === type ? [{ dataset, node }] : [])),
  );

/** The definition that a text itself has of a type with a dimension; null for one that its template has, or none. */
export function typeInText(text: string, type: string): DefinedCodeType | null {
  const document = parseDocument(text);
  const node = mappingNode(document, type);
  if (!node?.has('title') || dimensionsOf(document, type).length === 0) return null;
  const { title, description, targets } = node.toJS(document) as {
    title: DefinedCodeType['title'];
    description?: DefinedCodeType['description'];
    targets?: DefinedCodeType['categories'];
  };
  return { type, title, description: description ?? null, categories: targets ?? null };
}

/** Adds a type with its dimensions, and a dataset where one is needed. Everything else stays as it is. */
export function addTypeToText(
  text: string,
  {
    type,
    definition,
    dimensions,
    dataset: added,
  }: {
    type: string;
    definition: CodeTypeDefinition;
    dimensions: readonly TypeDimension[];
    /** Null: the table has one. */
    dataset: object | null;
  },
): string {
  const document = parseDocument(text);
  listIn(document, document, 'mappings').add(memberNode(document, toMember(type, definition)));
  if (added) listIn(document, document, 'datasets').add(memberNode(document, added));
  for (const { dataset, member } of dimensions) {
    let node = membersOf(document, 'datasets').find((item) => nameOf(item) === dataset);
    if (!node) {
      // One of the template, to which the tenant's own part adds.
      node = document.createNode({ name: dataset }) as YAMLMap;
      listIn(document, document, 'datasets').add(node);
    }
    listIn(document, node, 'dimensions').add(memberNode(document, member));
  }
  return document.toString(WRITE);
}

/** Changes names, description and categories; titles of its dimensions that were those of the type follow. */
export function changeTypeInText(text: string, type: string, definition: CodeTypeDefinition): string {
  const document = parseDocument(text);
  const node = mappingNode(document, type)!;
  const before = JSON.stringify((node.get('title') as YAMLMap).toJS(document));
  const member = memberNode(document, toMember(type, definition));
  for (const key of ['title', 'description', 'targets']) {
    const value = member.get(key, true);
    if (value === undefined) node.delete(key);
    else node.set(key, value);
  }
  for (const { node: dimension } of dimensionsOf(document, type)) {
    const title = dimension.get('title') as YAMLMap | undefined;
    if (title && JSON.stringify(title.toJS(document)) === before)
      dimension.set('title', memberNode(document, toMember(type, definition)).get('title', true));
  }
  return document.toString(WRITE);
}

/** Removes a type with its dimensions, and what they leave empty. */
export function removeTypeFromText(text: string, type: string): string {
  const document = parseDocument(text);
  remove(document, 'mappings', mappingNode(document, type));
  for (const { dataset, node } of dimensionsOf(document, type)) {
    remove(dataset, 'dimensions', node);
    // What was added to a dataset of the template.
    if (dataset.items.length === 1) remove(document, 'datasets', dataset);
  }
  return document.toString(WRITE);
}

function remove(parent: Document | YAMLMap, key: string, node: YAMLMap | undefined): void {
  const list = parent.get(key, true);
  if (!isSeq(list)) return;
  list.items = list.items.filter((item) => item !== node);
  // The tenant's own datasets need the list, even an empty one.
  if (list.items.length === 0 && !(isMap(parent) && parent.has('title'))) parent.delete(key);
}

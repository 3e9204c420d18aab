import { type Document, isMap, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { listIn, nameIn, parseModelText, writeModelText } from '../../../model-text/yaml-text.ts';

/** What came into a text from another model, and what the text has already and keeps as it is. */
export interface AddedModel {
  text: string;
  added: string[];
  unchanged: string[];
}

/** In the order in which they refer to each other. */
const LISTS = [
  ['parameters'],
  ['mappings'],
  ['shared', 'joins'],
  ['shared', 'dimensions'],
  ['datasets'],
  ['combined'],
] as const;

/** A join is named by its role, where it has one, or by its table. */
function nameOf(node: unknown): string | null {
  if (!isMap(node)) return null;
  const name = nameIn(node) ?? node.get('as') ?? node.get('table');
  return typeof name === 'string' ? name : null;
}

function itemsAt(document: Document, path: readonly string[]): readonly unknown[] {
  const list = document.getIn(path, true) as YAMLSeq | undefined;
  return Array.isArray(list?.items) ? list.items : [];
}

function targetList(document: Document, path: readonly string[]): YAMLSeq {
  let parent = document.contents as YAMLMap;
  for (const key of path.slice(0, -1)) {
    if (!isMap(parent.get(key, true))) parent.set(key, document.createNode({}));
    parent = parent.get(key, true) as unknown as YAMLMap;
  }
  return listIn(document, parent, path.at(-1)!);
}

/**
 * The text with the members of another model whose names neither it nor its template has. Null where the text is broken.
 * `inherited`: names of the template's datasets.
 */
export function addModel(text: string, model: string, inherited: ReadonlySet<string>): AddedModel | null {
  const source = parseDocument(model, { prettyErrors: false });
  const all = LISTS.flatMap((path) => itemsAt(source, path).map(nameOf)).filter((name) => name !== null);
  if (text.trim() === '') return { text: model, added: all, unchanged: [] };
  const document = parseModelText(text);
  if (!document || !isMap(document.contents)) return null;
  const added: string[] = [];
  const unchanged: string[] = [];
  for (const path of LISTS) {
    const isDataset = path[0] === 'datasets' || path[0] === 'combined';
    const present = new Set([...(isDataset ? inherited : []), ...itemsAt(document, path).map(nameOf)]);
    for (const node of itemsAt(source, path)) {
      const name = nameOf(node);
      if (name === null) continue;
      if (present.has(name)) unchanged.push(name);
      else {
        targetList(document, path).items.push(node);
        added.push(name);
      }
    }
  }
  return { text: added.length === 0 ? text : writeModelText(document), added, unchanged };
}

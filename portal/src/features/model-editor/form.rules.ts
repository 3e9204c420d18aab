import { isMap, isSeq, type Document, type YAMLMap } from 'yaml';
import {
  datasetNode,
  listIn,
  memberNode,
  nameIn,
  parseModelText,
  scalarIn,
  writeModelText,
} from '../../model-text/yaml-text.ts';

/** A measure or dimension in a text. */
export interface MemberAddress {
  readonly dataset: string;
  readonly kind: 'measure' | 'dimension';
  readonly name: string;
}

/** Fields of the form, by their path in the member. */
export const FIELDS = {
  titleEn: ['title', 'en'],
  titleTr: ['title', 'tr'],
  definitionEn: ['definition', 'en'],
  definitionTr: ['definition', 'tr'],
  descriptionEn: ['description', 'en'],
  descriptionTr: ['description', 'tr'],
  kind: ['kind'],
  type: ['type'],
  expression: ['expression'],
  where: ['where'],
  unit: ['format', 'unit'],
  decimals: ['format', 'decimals'],
  better: ['better'],
  owner: ['owner'],
  source: ['source'],
  mapping: ['mapping'],
} as const;
export type Field = keyof typeof FIELDS;

export interface MemberForm {
  readonly fields: Readonly<Record<Field, string>>;
  /** Columns that it reads, where it names them instead of an expression. */
  readonly columns: readonly string[];
  readonly synonyms: readonly string[];
}

function memberIn(document: Document, { dataset, kind, name }: MemberAddress): YAMLMap | null {
  const node = datasetNode(document, dataset);
  const list = node?.get(kind === 'measure' ? 'measures' : 'dimensions', true);
  const items = isSeq(list) ? list.items : [];
  return (items.find((item) => nameIn(item) === name) as YAMLMap | undefined) ?? null;
}

const columnText = (node: unknown): string => {
  if (!isMap(node)) return '';
  return [node.get('table'), node.get('column')].filter((part) => typeof part === 'string').join('.');
};

/** The form of a member; `broken` where the text has errors, `inherited` where it does not define the member. */
export function readForm(text: string, address: MemberAddress): MemberForm | 'broken' | 'inherited' {
  const document = parseModelText(text);
  if (!document) return 'broken';
  const member = memberIn(document, address);
  if (!member) return 'inherited';
  const value = (path: readonly string[]) => scalarIn(member, path) ?? '';
  const entries = Object.entries(FIELDS).map(([field, path]) => [field, value(path)]);
  const columns = member.get('columns', true);
  const synonyms = member.get('synonyms', true);
  return {
    fields: Object.fromEntries(entries) as Record<Field, string>,
    columns: [...(isSeq(columns) ? columns.items.map(columnText) : []), columnText(member.get('column', true))].filter(
      (column) => column !== '',
    ),
    synonyms: isSeq(synonyms) ? (synonyms.toJSON() as unknown[]).map(String) : [],
  };
}

/** The text with another value of a field; an empty one removes it. Comments and everything else stay. */
export function writeField(text: string, address: MemberAddress, field: Field, value: string): string {
  const path = FIELDS[field];
  return patch(text, address, (document, member) => {
    if (value.trim() === '') {
      member.deleteIn(path);
      return;
    }
    const [head, tail] = path as readonly [string, string?];
    if (tail !== undefined && !isMap(member.get(head, true))) {
      const created = document.createNode({});
      created.flow = true;
      member.set(head, created);
    }
    const number = field === 'decimals' ? Number(value) : Number.NaN;
    member.setIn(path, Number.isInteger(number) ? number : value);
  });
}

export function writeSynonyms(text: string, address: MemberAddress, synonyms: readonly string[]): string {
  return patch(text, address, (document, member) => {
    if (synonyms.length === 0) {
      member.delete('synonyms');
      return;
    }
    const list = document.createNode([...synonyms]);
    list.flow = true;
    member.set('synonyms', list);
  });
}

/** The text with an entry for a member of the template, whose fields then override the template's. */
export function overrideMember(text: string, { dataset, kind, name }: MemberAddress): string {
  const document = parseModelText(text);
  if (!document || !isMap(document.contents)) return text;
  let node = datasetNode(document, dataset);
  if (!node) {
    node = document.createNode({ name: dataset }) as YAMLMap;
    listIn(document, document.contents as YAMLMap, 'datasets').items.push(node);
  }
  listIn(document, node, kind === 'measure' ? 'measures' : 'dimensions').items.push(memberNode(document, { name }));
  return writeModelText(document);
}

function patch(text: string, address: MemberAddress, change: (document: Document, member: YAMLMap) => void): string {
  const document = parseModelText(text);
  const member = document && memberIn(document, address);
  if (!document || !member) return text;
  change(document, member);
  return writeModelText(document);
}

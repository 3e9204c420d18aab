import { isMap, isSeq, type Document, type YAMLMap } from 'yaml';
import {
  datasetNode,
  datasetPath,
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
  overTime: ['over', 'time'],
  overTake: ['over', 'take'],
  overOrder: ['over', 'order'],
  overCarry: ['over', 'carry', 'days'],
} as const;
export type Field = keyof typeof FIELDS;

/** Where errors are found that are of no field above. */
export const LISTS = { columns: ['columns'], synonyms: ['synonyms'], per: ['over', 'per'], over: ['over'] } as const;

export interface MemberForm {
  readonly fields: Readonly<Record<Field, string>>;
  /** Columns that it reads, where it names them instead of an expression. */
  readonly columns: readonly string[];
  readonly synonyms: readonly string[];
  /** Dimensions that identify what has a last known value. */
  readonly per: readonly string[];
}

/** Where errors of a member are found, such as `datasets.0.measures.2`; null where the text does not define it. */
export function memberPath(text: string, address: MemberAddress): string | null {
  const path = datasetPath(text, address.dataset);
  const document = parseModelText(text);
  const key = address.kind === 'measure' ? 'measures' : 'dimensions';
  const list = document && datasetNode(document, address.dataset)?.get(key, true);
  const place = isSeq(list) ? list.items.findIndex((item) => nameIn(item) === address.name) : -1;
  return path && place !== -1 ? `${path}.${key}.${place}` : null;
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
  const per = member.getIn(LISTS.per, true);
  return {
    fields: Object.fromEntries(entries) as Record<Field, string>,
    columns: [...(isSeq(columns) ? columns.items.map(columnText) : []), columnText(member.get('column', true))].filter(
      (column) => column !== '',
    ),
    synonyms: isSeq(synonyms) ? (synonyms.toJSON() as unknown[]).map(String) : [],
    per: isSeq(per) ? (per.toJSON() as unknown[]).map(String) : [scalarIn(member, LISTS.per) ?? []].flat(),
  };
}

/** The text with another value of a field; an empty one removes it. Comments and everything else stay. */
export function writeField(text: string, address: MemberAddress, field: Field, value: string): string {
  const path = FIELDS[field];
  return patch(text, address, (document, member) => {
    if (value.trim() === '') {
      // An empty `carry` would be an error.
      member.deleteIn(field === 'overCarry' ? path.slice(0, -1) : path);
      return;
    }
    makeMaps(document, member, path.slice(0, -1));
    const number = NUMBERS.has(field) ? Number(value) : Number.NaN;
    member.setIn(path, Number.isInteger(number) ? number : value);
  });
}

const NUMBERS: ReadonlySet<Field> = new Set(['decimals', 'overCarry']);

/** Adds the maps of a path that are missing. */
function makeMaps(document: Document, member: YAMLMap, path: readonly string[]): void {
  for (let depth = 1; depth <= path.length; depth += 1) {
    const part = path.slice(0, depth);
    if (isMap(member.getIn(part, true))) continue;
    const created = document.createNode({});
    created.flow = true;
    member.setIn(part, created);
  }
}

/**
 * The text with another behavior of a measure over time: it takes some dates of a period, by a date dimension, or with
 * an empty `take` adds up over all of them.
 */
export function writeOver(text: string, address: MemberAddress, take: string, time: string): string {
  return patch(text, address, (document, member) => {
    if (take === '') {
      member.delete('over');
      return;
    }
    makeMaps(document, member, ['over']);
    if (scalarIn(member, FIELDS.overTime) === null && time !== '') member.setIn(FIELDS.overTime, time);
    member.setIn(FIELDS.overTake, take);
  });
}

/** The text with other dimensions that identify what has a last known value; without any, each date counts by itself. */
export function writePer(text: string, address: MemberAddress, per: readonly string[]): string {
  return patch(text, address, (document, member) => {
    if (per.length === 0) {
      // These say how a last known value is found.
      if (isMap(member.get('over', true))) for (const key of ['per', 'order', 'carry']) member.deleteIn(['over', key]);
      return;
    }
    makeMaps(document, member, ['over']);
    const list = document.createNode(per.length === 1 ? per[0] : [...per]);
    if (isSeq(list)) list.flow = true;
    member.setIn(LISTS.per, list);
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

import type { GeneratedDatasets, ModelQuestion } from '@rise/contract';
import { type Document, isMap, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { datasetNode, listIn, memberNode, nameIn, parseModelText, writeModelText } from './yaml-text.ts';

type Answer = ModelQuestion['answers'][number];
type Placed = Answer['members'][number];

/** The list of a member; null where the text lacks its dataset. */
function listOf(document: Document, dataset: string, list: Placed['list']): YAMLSeq | null {
  const parent = list === 'mappings' ? document.contents : datasetNode(document, dataset);
  return isMap(parent) ? listIn(document, parent as YAMLMap, list) : null;
}

const isNamed = (name: string) => (node: unknown) => nameIn(node) === name;

/** Replaces the members of the other answers by those of one, in their place. */
function applyTo(document: Document, dataset: string, question: ModelQuestion, answer: Answer): void {
  const places = new Map<Placed['list'], number>();
  for (const { list, member } of question.answers.flatMap(({ members }) => members)) {
    const stays = answer.members.some((one) => one.list === 'mappings' && list === 'mappings');
    const items = stays ? null : listOf(document, dataset, list)?.items;
    const place = items?.findIndex(isNamed(member.name)) ?? -1;
    if (!items || place === -1) continue;
    items.splice(place, 1);
    places.set(list, Math.min(place, places.get(list) ?? place));
  }
  for (const { list, member } of answer.members) {
    const items = listOf(document, dataset, list)?.items;
    if (!items || items.some(isNamed(member.name))) continue;
    const place = places.get(list) ?? items.length;
    items.splice(place, 0, memberNode(document, member));
    places.set(list, place + 1);
  }
  removeEmptyLists(document, dataset);
}

/** Lists that a document need not have. */
function removeEmptyLists(document: Document, dataset: string): void {
  const node = datasetNode(document, dataset);
  const isEmpty = (list: unknown) => (list as YAMLSeq | undefined)?.items?.length === 0;
  if (node && isEmpty(node.get('hierarchies', true))) node.delete('hierarchies');
  if (isMap(document.contents) && isEmpty(document.get('mappings', true))) document.delete('mappings');
}

/** The text with an answer; unchanged where it is broken or lacks the dataset. */
export function answerQuestion(text: string, question: ModelQuestion, answer: Answer): string {
  const document = parseModelText(text);
  if (!document || !datasetNode(document, question.dataset)) return text;
  applyTo(document, question.dataset, question, answer);
  return writeModelText(document);
}

/** What a member of an answer and one of a text have to agree in. */
const DECIDING = ['kind', 'type', 'expression', 'columns', 'column', 'over', 'where', 'mapping', 'levels', 'format'];

function hasMember(text: Record<string, unknown>, dataset: string, { list, member }: Placed): boolean {
  const datasets = (text['datasets'] ?? []) as { name?: unknown }[];
  const parent = list === 'mappings' ? text : datasets.find(({ name }) => name === dataset);
  const items = ((parent as Record<string, unknown> | undefined)?.[list] ?? []) as Record<string, unknown>[];
  const own = items.find(({ name }) => name === member.name);
  if (own === undefined) return false;
  return DECIDING.every((key) => list === 'mappings' || JSON.stringify(own[key]) === JSON.stringify(member[key]));
}

/** The answer that a text has; null where its author decided otherwise, or its YAML is broken. */
export function answerIn(text: string, question: ModelQuestion): string | null {
  const document = parseModelText(text);
  const data = document?.toJS() as Record<string, unknown> | null | undefined;
  if (!data) return null;
  const has = (placed: Placed) => hasMember(data, question.dataset, placed);
  const complete = question.answers.filter(({ members }) => members.length > 0 && members.every(has));
  // Of two answers with the same members, the one that has more of them.
  const [best] = complete.toSorted((one, two) => two.members.length - one.members.length);
  if (best) return best.id;
  const anyNamed = question.answers.some(({ members }) =>
    members.some(({ list, member }) => list !== 'mappings' && isMemberNamed(data, question.dataset, list, member.name)),
  );
  return anyNamed ? null : (question.answers.find(({ members }) => members.length === 0)?.id ?? null);
}

function isMemberNamed(data: Record<string, unknown>, dataset: string, list: string, name: string): boolean {
  const datasets = (data['datasets'] ?? []) as Record<string, unknown>[];
  const own = datasets.find((one) => one['name'] === dataset)?.[list];
  return Array.isArray(own) && own.some((member: { name?: unknown } | null) => member?.name === name);
}

/**
 * The text with the generated datasets, each question answered as recommended; null where the text is broken. An empty
 * text becomes a model of its own. Datasets whose names the text has are not added again.
 */
export function addDatasets(text: string, generated: GeneratedDatasets): string | null {
  const source = parseDocument(generated.document, { prettyErrors: false });
  const document = text.trim() === '' ? source : parseModelText(text);
  if (!document || !isMap(document.contents)) return null;
  const target = document.contents as YAMLMap;
  const added = new Set<string>();
  for (const name of generated.datasets) {
    const node = datasetNode(source, name)!;
    if (document !== source) {
      if (datasetNode(document, name)) continue;
      listIn(document, target, 'datasets').items.push(node);
    }
    added.add(name);
  }
  for (const question of generated.questions) {
    if (!added.has(question.dataset)) continue;
    const answer = question.answers.find(({ id }) => id === question.recommended);
    if (answer) applyTo(document, question.dataset, question, answer);
  }
  return writeModelText(document);
}

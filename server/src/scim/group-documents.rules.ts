import { readPath } from './paths.rules.ts';
import { GROUP_ATTRIBUTES, findAttribute, type Attribute } from './scim-attributes.ts';
import { invalid } from './scim-error.ts';
import type { Operation } from './user-documents.rules.ts';
import { isObject, readSimple, valueOf } from './values.rules.ts';

/** A group as the provider describes it. */
export interface GroupDocument {
  readonly displayName: string;
  readonly externalId: string | null;
  /** Ids of users, in lower case. */
  readonly members: ReadonlySet<string>;
}

const MOST_MEMBERS = 20_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const attribute = (name: string): Attribute => findAttribute(GROUP_ATTRIBUTES, name)!;

function readText(name: 'displayName' | 'externalId', value: unknown): string | null {
  return readSimple(attribute(name), value) as string | null;
}

function readName(value: unknown): string {
  const name = readText('displayName', value)?.trim() ?? '';
  if (name === '') throw invalid('invalidValue', "'displayName' is required.");
  if (name.length > 300) throw invalid('invalidValue', "'displayName' has at most 300 characters.");
  return name;
}

/** Ids of the users that a value names: a list or one of them, objects or texts. `$ref` and `display` do not matter. */
function readMembers(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length > MOST_MEMBERS) throw invalid('tooMany', `A group has at most ${MOST_MEMBERS} members.`);
  return list.map((one) => {
    const type = isObject(one) ? valueOf(one, 'type') : null;
    if (typeof type === 'string' && type.toLowerCase() === 'group')
      throw invalid('invalidValue', 'Groups in groups are not supported: assign the people themselves.');
    const id = isObject(one) ? valueOf(one, 'value') : one;
    if (typeof id !== 'string') throw invalid('invalidValue', "Each member needs a 'value': the id of a user.");
    return id.toLowerCase();
  });
}

export const isId = (text: string): boolean => UUID.test(text);

export function readGroup(body: unknown): GroupDocument {
  if (!isObject(body)) throw invalid('invalidSyntax', 'The body has to be a JSON object.');
  return {
    displayName: readName(valueOf(body, 'displayName')),
    externalId: readText('externalId', valueOf(body, 'externalId')),
    members: new Set(readMembers(valueOf(body, 'members'))),
  };
}

type Draft = { displayName: string; externalId: string | null; members: Set<string> };

export function changeGroup(before: GroupDocument, operations: readonly Operation[]): GroupDocument {
  const after: Draft = { ...before, members: new Set(before.members) };
  for (const operation of operations) {
    if (operation.path !== null) {
      apply(after, operation.path, operation);
      continue;
    }
    if (!isObject(operation.value)) throw invalid('invalidValue', "Without a 'path', 'value' has to be an object.");
    for (const [path, value] of Object.entries(operation.value))
      if (readPath(path, 'Group').kind !== 'read-only') apply(after, path, { ...operation, value });
  }
  if (after.members.size > MOST_MEMBERS) throw invalid('tooMany', `A group has at most ${MOST_MEMBERS} members.`);
  return after;
}

function apply(draft: Draft, path: string, { op, value }: Operation): void {
  const target = readPath(path, 'Group');
  if (target.kind === 'read-only')
    throw invalid('mutability', `'${target.name}' is the server’s own and cannot be changed.`);
  if (target.kind !== 'attribute') return;
  const { name } = target.attribute;
  if (name === 'displayName') {
    if (op === 'remove') throw invalid('mutability', "'displayName' is required.");
    draft.displayName = readName(value);
  } else if (name === 'externalId') draft.externalId = op === 'remove' ? null : readText('externalId', value);
  else if (target.where === null && target.part === null) changeMembers(draft.members, op, value);
  else if (op === 'remove') for (const id of chosenBy(target, path)) draft.members.delete(id);
  else throw invalid('invalidPath', "Members are added by the path 'members', without brackets.");
}

function changeMembers(members: Set<string>, op: Operation['op'], value: unknown): void {
  // Without a value all of them are removed (RFC 7644, 3.5.2.2); with a list, even an empty one, those that it names.
  if (op === 'replace' || (op === 'remove' && (value === undefined || value === null))) members.clear();
  for (const id of readMembers(value)) {
    if (op === 'remove') members.delete(id);
    else members.add(id);
  }
}

/** Members are chosen by their ids only. */
function chosenBy(target: Extract<ReturnType<typeof readPath>, { kind: 'attribute' }>, path: string): string[] {
  const ids = target.where?.map((one) => (one.path === 'value' ? one.value : null)) ?? [null];
  if (ids.some((id) => id === null))
    throw invalid('invalidPath', `Members are chosen by their value, unlike in '${path.slice(0, 100)}'.`);
  const [first, ...others] = ids as string[];
  // Several conditions on one element: one element has one id.
  return first !== undefined && others.every((one) => one === first) ? [first.toLowerCase()] : [];
}

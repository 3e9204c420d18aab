import type { Candidate, WorkspaceMember } from '@rise/contract';
import type { MemberRow, PersonRow } from './workspaces.sql.ts';

export interface MemberList {
  members: WorkspaceMember[];
  candidates: Candidate[];
}

/** The name that people know them by. */
export const nameOf = ({ name, email }: Pick<PersonRow, 'name' | 'email'>): string => (name === '' ? email : name);
const toPerson = (person: PersonRow): Candidate => ({
  kind: 'person',
  account: person.id,
  name: nameOf(person),
  email: person.email,
});

const peopleOf = (people: readonly PersonRow[], group: string): number =>
  people.filter(({ isActive, groups }) => isActive && groups.includes(group)).length;
const toGroup = (people: readonly PersonRow[], group: string): Candidate => ({
  kind: 'group',
  group,
  people: peopleOf(people, group),
});

/** Groups first, then people, each by name. */
const inOrder = (one: Candidate, other: Candidate): number =>
  one.kind.localeCompare(other.kind) || textOf(one).localeCompare(textOf(other));
const textOf = (who: Candidate) => (who.kind === 'person' ? who.name : who.group);

/** Members with their names; those of accounts that are gone are gone with them. */
export function toMembers(rows: readonly MemberRow[], people: readonly PersonRow[]): WorkspaceMember[] {
  const byId = new Map(people.map((person) => [person.id, person]));
  return rows
    .flatMap(({ id, accountId, groupName, role }) => {
      if (groupName !== null) return [{ id, role, who: toGroup(people, groupName) }];
      const person = byId.get(accountId!);
      return person ? [{ id, role, who: toPerson(person) }] : [];
    })
    .toSorted((one, other) => inOrder(one.who, other.who));
}

/** The tenant's people, and the groups that they are in. */
export function candidatesOf(people: readonly PersonRow[]): Candidate[] {
  const active = people.filter(({ isActive }) => isActive);
  const groups = [...new Set(active.flatMap((person) => person.groups))];
  return [...groups.map((group) => toGroup(active, group)), ...active.map(toPerson)].toSorted(inOrder);
}

import type { TenantTx } from '../kernel/database/database.ts';
import { readFilter } from './filters.rules.ts';
import { changeGroup, isId, readGroup, type GroupDocument } from './group-documents.rules.ts';
import { alignRoles } from './memberships.service.ts';
import { lockPeople } from './memberships.sql.ts';
import { toGroupFilter } from './resources.rules.ts';
import { missing, ScimError } from './scim-error.ts';
import * as sql from './scim-groups.sql.ts';
import type { RequireVersion } from './scim-users.service.ts';
import { readOperations } from './user-documents.rules.ts';

/** Of one tenant. */
const MOST_GROUPS = 2000;

export async function findGroup(tx: TenantTx, id: string): Promise<sql.GroupRow> {
  const row = isId(id.toLowerCase()) ? await sql.findGroup(tx, id) : null;
  if (!row) throw missing('group', id);
  return row;
}

export async function listGroups(tx: TenantTx, filter: string | null, page: { offset: number; limit: number }) {
  const conditions = toGroupFilter(filter === null ? [] : readFilter(filter));
  return conditions === null ? { groups: [], total: 0 } : sql.listGroups(tx, conditions, page);
}

export const listMembers = sql.listMembers;

export async function createGroup(tx: TenantTx, body: unknown): Promise<sql.GroupRow> {
  const group = readGroup(body);
  await lockPeople(tx);
  await requireFreeName(tx, group.displayName, null);
  if ((await sql.countGroups(tx)) >= MOST_GROUPS)
    throw new ScimError(403, `A tenant has at most ${MOST_GROUPS} groups.`);
  const id = await sql.insertGroup(tx, group);
  await changeMembers(tx, id, new Set(), group.members);
  return findGroup(tx, id);
}

export async function replaceGroup(tx: TenantTx, id: string, body: unknown, check: RequireVersion) {
  return change(tx, id, check, () => readGroup(body));
}

export async function patchGroup(tx: TenantTx, id: string, body: unknown, check: RequireVersion) {
  return change(tx, id, check, (before) => changeGroup(before, readOperations(body)));
}

export async function deleteGroup(tx: TenantTx, id: string, check: RequireVersion): Promise<sql.GroupRow> {
  await lockPeople(tx);
  const before = await findGroup(tx, id);
  check(before.version);
  const members = (await sql.listMembers(tx, [before.id])).map((one) => one.id);
  await sql.deleteGroup(tx, before.id);
  await alignRoles(tx, members);
  return before;
}

async function change(
  tx: TenantTx,
  id: string,
  check: RequireVersion,
  work: (before: GroupDocument) => GroupDocument,
): Promise<sql.GroupRow> {
  await lockPeople(tx);
  const row = await findGroup(tx, id);
  check(row.version);
  const members = new Set((await sql.listMembers(tx, [row.id])).map((one) => one.id));
  const after = work({ displayName: row.displayName, externalId: row.externalId, members });
  await requireFreeName(tx, after.displayName, row.id);
  const isChanged = await changeMembers(tx, row.id, members, after.members);
  await sql.saveGroup(tx, row.id, after, isChanged);
  return findGroup(tx, row.id);
}

/** A new member has to be a user of the tenant; one who leaves may be gone already. Returns whether any changed. */
async function changeMembers(
  tx: TenantTx,
  id: string,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Promise<boolean> {
  const added = [...after].filter((one) => !before.has(one));
  const removed = [...before].filter((one) => !after.has(one));
  const known = await sql.knownUsers(tx, added.filter(isId));
  const unknown = added.find((one) => !known.has(one));
  if (unknown !== undefined) throw missing('user', unknown);
  if (added.length > 0) await sql.addMembers(tx, id, added);
  if (removed.length > 0) await sql.removeMembers(tx, id, removed);
  const changed = [...added, ...removed];
  if (changed.length > 0) await alignRoles(tx, changed);
  return changed.length > 0;
}

async function requireFreeName(tx: TenantTx, name: string, except: string | null): Promise<void> {
  if (await sql.isNameTaken(tx, name, except))
    throw new ScimError(409, `There is a group '${name.slice(0, 100)}' already.`, 'uniqueness');
}

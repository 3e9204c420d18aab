import type { TenantTx } from '../kernel/database/database.ts';
import { readFilter } from './filters.rules.ts';
import { isId } from './group-documents.rules.ts';
import { alignMembership, endMembership } from './memberships.service.ts';
import { lockPeople } from './memberships.sql.ts';
import { toDocument, toStored, toUserFilter } from './resources.rules.ts';
import { missing, ScimError } from './scim-error.ts';
import * as sql from './scim-users.sql.ts';
import { changeUser, readOperations, readUser } from './user-documents.rules.ts';

/** Of one tenant. */
const MOST_USERS = 20_000;

/** Throws where a resource is another version than the client has seen. */
export type RequireVersion = (version: number) => void;

export async function findUser(tx: TenantTx, id: string): Promise<sql.UserRow> {
  const row = isId(id.toLowerCase()) ? await sql.findUser(tx, id) : null;
  if (!row) throw missing('user', id);
  return row;
}

export async function listUsers(tx: TenantTx, filter: string | null, page: { offset: number; limit: number }) {
  const conditions = toUserFilter(filter === null ? [] : readFilter(filter));
  return conditions === null ? { users: [], total: 0 } : sql.listUsers(tx, conditions, page);
}

export async function createUser(tx: TenantTx, body: unknown): Promise<sql.UserRow> {
  const user = toStored(readUser(body), true);
  await lockPeople(tx);
  await requireFreeName(tx, user.userName, null);
  if ((await sql.countUsers(tx)) >= MOST_USERS)
    throw new ScimError(403, `A tenant has at most ${MOST_USERS} provisioned people.`);
  return findUser(tx, await sql.insertUser(tx, user));
}

/** An attribute that the document does not have is cleared; only whether they are active stays as it was. */
export async function replaceUser(tx: TenantTx, id: string, body: unknown, check: RequireVersion) {
  await lockPeople(tx);
  const before = await findUser(tx, id);
  check(before.version);
  return save(tx, before, toStored(readUser(body), before.isActive));
}

export async function patchUser(tx: TenantTx, id: string, body: unknown, check: RequireVersion) {
  await lockPeople(tx);
  const before = await findUser(tx, id);
  check(before.version);
  return save(tx, before, toStored(changeUser(toDocument(before), readOperations(body)), before.isActive));
}

export async function deleteUser(tx: TenantTx, id: string, check: RequireVersion): Promise<sql.UserRow> {
  await lockPeople(tx);
  const before = await findUser(tx, id);
  check(before.version);
  await endMembership(tx, before.accountId);
  await sql.deleteUser(tx, before.id);
  return before;
}

async function save(tx: TenantTx, before: sql.UserRow, after: sql.NewUser): Promise<sql.UserRow> {
  await requireFreeName(tx, after.userName, before.id);
  await sql.saveUser(tx, before.id, after);
  // Said again, it holds again: an administrator may have let them in meanwhile.
  if (before.isActive !== after.isActive || !after.isActive)
    await alignMembership(tx, { ...before, isActive: after.isActive });
  return findUser(tx, before.id);
}

async function requireFreeName(tx: TenantTx, userName: string, except: string | null): Promise<void> {
  if (await sql.isNameTaken(tx, userName, except))
    throw new ScimError(409, `There is a user '${userName.slice(0, 100)}' already.`, 'uniqueness');
}

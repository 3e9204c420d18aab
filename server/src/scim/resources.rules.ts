import type { Condition } from './filters.rules.ts';
import { isId } from './group-documents.rules.ts';
import { MOST_RESULTS } from './discovery.rules.ts';
import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, USER_SCHEMA } from './scim-attributes.ts';
import { invalid } from './scim-error.ts';
import type { GroupFilter, GroupRow, MemberRow } from './scim-groups.sql.ts';
import type { NewUser, UserFilter, UserRow } from './scim-users.sql.ts';
import type { UserDocument } from './user-documents.rules.ts';

export type Resource = Record<string, unknown>;

/** Which attributes of resources a response has. Null: all but those that are excluded. */
export interface Selection {
  readonly attributes: readonly string[] | null;
  readonly excluded: readonly string[];
}

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const LONGEST_NAME = 500;

export const etagOf = (version: number): string => `W/"${version}"`;

const metaOf = (type: 'User' | 'Group', row: UserRow | GroupRow, base: string) => ({
  resourceType: type,
  created: row.createdAt.toISOString(),
  lastModified: row.modifiedAt.toISOString(),
  location: `${base}/${type}s/${row.id}`,
  version: etagOf(row.version),
});

export function toUser(row: UserRow, base: string): Resource {
  const { core, enterprise } = row.document;
  const hasEnterprise = Object.keys(enterprise).length > 0;
  return {
    schemas: hasEnterprise ? [USER_SCHEMA, ENTERPRISE_SCHEMA] : [USER_SCHEMA],
    id: row.id,
    ...(row.externalId !== null && { externalId: row.externalId }),
    userName: row.userName,
    ...core,
    active: row.isActive,
    ...(row.groups.length > 0 && {
      groups: row.groups.map(({ id, name }) => ({
        value: id,
        $ref: `${base}/Groups/${id}`,
        display: name,
        type: 'direct',
      })),
    }),
    ...(hasEnterprise && { [ENTERPRISE_SCHEMA]: enterprise }),
    meta: metaOf('User', row, base),
  };
}

export function toGroup(row: GroupRow, members: readonly MemberRow[], base: string): Resource {
  return {
    schemas: [GROUP_SCHEMA],
    id: row.id,
    ...(row.externalId !== null && { externalId: row.externalId }),
    displayName: row.displayName,
    members: members.map(({ id, name }) => ({ value: id, $ref: `${base}/Users/${id}`, display: name, type: 'User' })),
    meta: metaOf('Group', row, base),
  };
}

/** What is stored of a document: what is compared by the database in columns of its own. `isActive`: where it does not say so. */
export function toStored({ core, enterprise }: UserDocument, isActive: boolean): NewUser {
  const { userName, externalId, active, ...rest } = core;
  if (typeof userName !== 'string' || userName.trim() === '') throw invalid('invalidValue', "'userName' is required.");
  if (userName.length > LONGEST_NAME)
    throw invalid('invalidValue', `'userName' has at most ${LONGEST_NAME} characters.`);
  return {
    userName,
    externalId: typeof externalId === 'string' ? externalId : null,
    isActive: typeof active === 'boolean' ? active : isActive,
    document: { core: rest, enterprise },
  };
}

/** The document of a stored user, to be changed. */
export const toDocument = ({ userName, externalId, isActive, document }: UserRow): UserDocument => ({
  core: { ...document.core, userName, active: isActive, ...(externalId !== null && { externalId }) },
  enterprise: document.enterprise,
});

export function toList(resources: readonly Resource[], total: number, startIndex: number): Resource {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** The page that a request names, from 1; what is out of range is brought into it, as the standard has it. */
export function readPage(query: Record<string, unknown>): { startIndex: number; offset: number; limit: number } {
  const number = (name: string, otherwise: number) => {
    const text = query[name];
    if (text === undefined || text === '') return otherwise;
    const value = typeof text === 'string' && /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isNaN(value)) throw invalid('invalidValue', `'${name}' has to be a whole number.`);
    return value;
  };
  const startIndex = Math.max(1, number('startIndex', 1));
  const limit = Math.min(MOST_RESULTS, Math.max(0, number('count', 100)));
  return { startIndex, offset: startIndex - 1, limit };
}

export function readSelection(query: Record<string, unknown>): Selection {
  const names = (name: string) => {
    const text = query[name];
    return typeof text !== 'string' || text.trim() === ''
      ? null
      : text.split(',').map((one) =>
          one
            .trim()
            .toLowerCase()
            .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, ''),
        );
  };
  return { attributes: names('attributes'), excluded: names('excludedAttributes') ?? [] };
}

/** Whether a response has an attribute: then it has to be read. */
export function selects({ attributes, excluded }: Selection, name: string): boolean {
  const key = name.toLowerCase();
  const isNamed = (list: readonly string[]) => list.some((one) => one === key || one.startsWith(`${key}.`));
  return attributes === null ? !excluded.includes(key) : isNamed(attributes);
}

/** `schemas` and `id` are always there. */
export function select(resource: Resource, selection: Selection): Resource {
  const { attributes, excluded } = selection;
  if (attributes === null && excluded.length === 0) return resource;
  const found: [string, unknown][] = [];
  for (const [name, value] of Object.entries(resource)) {
    if (name === 'schemas' || name === 'id') found.push([name, value]);
    else if (isWhole(name, selection)) found.push([name, withoutParts(value, partsOf(excluded, name), false)]);
    else {
      const parts = partsOf(attributes ?? [], name);
      if (parts.size > 0) found.push([name, withoutParts(value, parts, true)]);
    }
  }
  return Object.fromEntries(found);
}

const isWhole = (name: string, { attributes, excluded }: Selection): boolean =>
  attributes === null ? !excluded.includes(name.toLowerCase()) : attributes.includes(name.toLowerCase());

/** Parts of an attribute, in lower case: behind a dot, or a colon where it is a schema. */
function partsOf(names: readonly string[], attribute: string): Set<string> {
  const key = attribute.toLowerCase();
  return new Set(
    names.flatMap((one) =>
      one.startsWith(`${key}.`) || one.startsWith(`${key}:`) ? [one.slice(key.length + 1).split('.')[0]!] : [],
    ),
  );
}

function withoutParts(value: unknown, parts: ReadonlySet<string>, isOnly: boolean): unknown {
  if (parts.size === 0) return value;
  if (Array.isArray(value)) return value.map((one) => withoutParts(one, parts, isOnly));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => parts.has(name.toLowerCase()) === isOnly));
}

const unsupported = (path: string) =>
  invalid('invalidFilter', `This server does not filter by '${path.slice(0, 100)}'.`);

/** Null where no user can fulfill it. */
export function toUserFilter(conditions: readonly Condition[]): UserFilter | null {
  const filter: Record<keyof UserFilter, string | boolean | null> = {
    id: null,
    userName: null,
    externalId: null,
    isActive: null,
    displayName: null,
    givenName: null,
    familyName: null,
    email: null,
    emailType: null,
  };
  for (const [key, value] of conditions.flatMap(userComparisons)) {
    if (filter[key] !== null && filter[key] !== value) return null;
    filter[key] = value;
  }
  return filter as unknown as UserFilter;
}

const USER_FIELDS: Readonly<Record<string, keyof UserFilter>> = {
  id: 'id',
  username: 'userName',
  externalid: 'externalId',
  displayname: 'displayName',
  'name.givenname': 'givenName',
  'name.familyname': 'familyName',
  emails: 'email',
  'emails.value': 'email',
  'emails.type': 'emailType',
};

function userComparisons({ path, where, value }: Condition): [keyof UserFilter, string | boolean][] {
  if (where !== null) {
    if (path !== 'emails' && path !== 'emails.value') throw unsupported(path);
    const inner = where.map((one) => ({ ...one, path: `emails.${one.path}` }));
    return [...inner, ...(value === null ? [] : [{ path, where: null, value }])].flatMap(userComparisons);
  }
  if (value === null) throw unsupported(path);
  if (path === 'active') return [['isActive', value.toLowerCase() === 'true']];
  const field = Object.hasOwn(USER_FIELDS, path) ? USER_FIELDS[path]! : null;
  if (field === null) throw unsupported(path);
  return [[field, value]];
}

/** Null where no group can fulfill it. */
export function toGroupFilter(conditions: readonly Condition[]): GroupFilter | null {
  const filter: Record<keyof GroupFilter, string | null> = {
    id: null,
    displayName: null,
    externalId: null,
    member: null,
  };
  for (const condition of conditions) {
    const { path, where, value } = condition;
    const isMember = path === 'members' || path === 'members.value';
    const inner = where?.find((one) => one.path === 'value')?.value ?? null;
    if (where !== null && (!isMember || inner === null || where.length > 1)) throw unsupported(path);
    const text = where === null ? value : inner;
    const key = isMember ? 'member' : GROUP_FIELDS.get(path);
    if (key === undefined || text === null) throw unsupported(path);
    if (key === 'member' && !isId(text.toLowerCase())) return null;
    if (filter[key] !== null && filter[key] !== text) return null;
    filter[key] = text;
  }
  return filter;
}

const GROUP_FIELDS: ReadonlyMap<string, keyof GroupFilter> = new Map([
  ['id', 'id'],
  ['displayname', 'displayName'],
  ['externalid', 'externalId'],
]);

import type { TenantTx } from '../kernel/database/database.ts';
import * as rules from './resources.rules.ts';
import { ScimError } from './scim-error.ts';
import * as groups from './scim-groups.service.ts';
import type { GroupRow, MemberRow } from './scim-groups.sql.ts';
import type { ScimResponse } from './scim-requests.service.ts';
import * as users from './scim-users.service.ts';
import type { UserRow } from './scim-users.sql.ts';

/** A request, as it matters to a resource. */
export interface Incoming {
  /** Empty where the path has none. */
  readonly id: string;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** Public address of the service. */
  readonly base: string;
}

export type Endpoint = (tx: TenantTx, incoming: Incoming) => Promise<ScimResponse>;

interface Endpoints {
  readonly list: Endpoint;
  readonly read: Endpoint;
  readonly create: Endpoint;
  readonly replace: Endpoint;
  readonly change: Endpoint;
  readonly delete: Endpoint;
}

/** `"3"` and `W/"3"` are the same: versions are weak. */
function names(header: string, version: number): boolean {
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === `"${version}"`);
}

const requireVersion =
  ({ ifMatch }: Incoming): users.RequireVersion =>
  (version) => {
    if (ifMatch !== undefined && !names(ifMatch, version))
      throw new ScimError(412, 'It has changed since you read it. Read it again, then repeat the change.');
  };

const filterOf = ({ query }: Incoming): string | null =>
  typeof query['filter'] === 'string' && query['filter'] !== '' ? query['filter'] : null;

const userNotes = (row: UserRow) => ({ name: row.userName, notes: { active: row.isActive }, target: row.id });

function sendUser(row: UserRow, status: number, { base, query }: Incoming): ScimResponse {
  const resource = rules.toUser(row, base);
  const headers = { etag: rules.etagOf(row.version), ...(status === 201 && { location: `${base}/Users/${row.id}` }) };
  return { status, body: rules.select(resource, rules.readSelection(query)), headers, ...userNotes(row) };
}

export const userEndpoints: Endpoints = {
  list: async (tx, incoming) => {
    const page = rules.readPage(incoming.query);
    const selection = rules.readSelection(incoming.query);
    const found = await users.listUsers(tx, filterOf(incoming), page);
    const resources = found.users.map((row) => rules.select(rules.toUser(row, incoming.base), selection));
    return { status: 200, body: rules.toList(resources, found.total, page.startIndex), notes: { found: found.total } };
  },
  read: async (tx, incoming) => {
    const row = await users.findUser(tx, incoming.id);
    return unlessKnown(row.version, incoming, () => sendUser(row, 200, incoming));
  },
  create: async (tx, incoming) => sendUser(await users.createUser(tx, incoming.body), 201, incoming),
  replace: async (tx, incoming) =>
    sendUser(await users.replaceUser(tx, incoming.id, incoming.body, requireVersion(incoming)), 200, incoming),
  change: async (tx, incoming) =>
    sendUser(await users.patchUser(tx, incoming.id, incoming.body, requireVersion(incoming)), 200, incoming),
  delete: async (tx, incoming) => {
    const row = await users.deleteUser(tx, incoming.id, requireVersion(incoming));
    return { status: 204, body: null, ...userNotes(row) };
  },
};

/** Members are read only where they are sent: a group may have thousands. */
async function toGroups(tx: TenantTx, rows: readonly GroupRow[], { base, query }: Incoming): Promise<rules.Resource[]> {
  const selection = rules.readSelection(query);
  const ids = rows.map(({ id }) => id);
  const members = rules.selects(selection, 'members') ? await groups.listMembers(tx, ids) : [];
  const byGroup = new Map<string, MemberRow[]>(ids.map((id) => [id, []]));
  for (const member of members) byGroup.get(member.groupId)!.push(member);
  return rows.map((row) => rules.select(rules.toGroup(row, byGroup.get(row.id)!, base), selection));
}

const groupNotes = (row: GroupRow) => ({ name: row.displayName, target: row.id });

async function sendGroup(tx: TenantTx, row: GroupRow, status: number, incoming: Incoming): Promise<ScimResponse> {
  const [body] = await toGroups(tx, [row], incoming);
  const location = `${incoming.base}/Groups/${row.id}`;
  const headers = { etag: rules.etagOf(row.version), ...(status === 201 && { location }) };
  return { status, body, headers, ...groupNotes(row) };
}

export const groupEndpoints: Endpoints = {
  list: async (tx, incoming) => {
    const page = rules.readPage(incoming.query);
    const found = await groups.listGroups(tx, filterOf(incoming), page);
    const resources = await toGroups(tx, found.groups, incoming);
    return { status: 200, body: rules.toList(resources, found.total, page.startIndex), notes: { found: found.total } };
  },
  read: async (tx, incoming) => {
    const row = await groups.findGroup(tx, incoming.id);
    return unlessKnown(row.version, incoming, () => sendGroup(tx, row, 200, incoming));
  },
  create: async (tx, incoming) => sendGroup(tx, await groups.createGroup(tx, incoming.body), 201, incoming),
  replace: async (tx, incoming) => {
    const row = await groups.replaceGroup(tx, incoming.id, incoming.body, requireVersion(incoming));
    return sendGroup(tx, row, 200, incoming);
  },
  // Entra expects no content here, and the standard allows it.
  change: async (tx, incoming) => {
    const row = await groups.patchGroup(tx, incoming.id, incoming.body, requireVersion(incoming));
    return { status: 204, body: null, headers: { etag: rules.etagOf(row.version) }, ...groupNotes(row) };
  },
  delete: async (tx, incoming) => {
    const row = await groups.deleteGroup(tx, incoming.id, requireVersion(incoming));
    return { status: 204, body: null, ...groupNotes(row) };
  },
};

async function unlessKnown(
  version: number,
  { ifNoneMatch }: Incoming,
  send: () => ScimResponse | Promise<ScimResponse>,
): Promise<ScimResponse> {
  if (ifNoneMatch === undefined || !names(ifNoneMatch, version)) return send();
  return { status: 304, body: null, headers: { etag: rules.etagOf(version) } };
}

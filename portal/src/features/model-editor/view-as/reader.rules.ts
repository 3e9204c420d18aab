import type { TenantRole, ViewAs } from '@rise/contract';

export const READER_ROLES = ['user', 'admin', 'both'] as const;
export type ReaderRole = (typeof READER_ROLES)[number];

/** With whose rights figures are computed instead of the author’s. */
export interface ReaderChoice {
  readonly role: ReaderRole;
  readonly groups: readonly string[];
  /** Values that row rules compare with; an attribute without values is none. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** What fits into an address; more cannot be entered, so that nothing is cut silently. */
export const MOST = { groups: 20, attributes: 10, values: 50, length: 200 } as const;

const ROLES: Record<ReaderRole, TenantRole[]> = {
  user: ['tenant.user'],
  admin: ['tenant.admin'],
  both: ['tenant.user', 'tenant.admin'],
};

export const ATTRIBUTE = /^[a-z][a-z0-9_]{0,40}$/;

export const toViewAs = ({ role, groups, attributes }: ReaderChoice): ViewAs => ({
  roles: ROLES[role],
  groups: [...groups],
  attributes: Object.fromEntries(Object.entries(attributes).map(([name, values]) => [name, [...values]])),
});

/** Names and values may contain what separates them. */
const escape = (text: string) => text.replaceAll(/[%,;=]/g, (character) => encodeURIComponent(character));
const unescape = (text: string) => text.replaceAll(/%(25|2C|3B|3D)/g, (code) => decodeURIComponent(code));
const writeList = (list: readonly string[]) => list.map(escape).join(',');
const readList = (text: string, most: number) =>
  [...new Set(text.split(',').map(unescape))]
    .filter((item) => item !== '' && item.length <= MOST.length)
    .slice(0, most);

/** A reader as parameters of the address: `?as=user&groups=tellers&having=branch=001,002;region=west`. */
export function writeReader(reader: ReaderChoice | null): Record<string, string> {
  if (!reader) return {};
  const having = Object.entries(reader.attributes)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name}=${writeList(values)}`)
    .join(';');
  return {
    as: reader.role,
    ...(reader.groups.length > 0 && { groups: writeList(reader.groups) }),
    ...(having !== '' && { having }),
  };
}

export function readReader(params: Readonly<Record<string, string>>): ReaderChoice | null {
  // Addresses of before name any reader without an administrator's rights `reader`.
  const role = READER_ROLES.find((one) => one === params['as'] || (one === 'user' && params['as'] === 'reader'));
  if (!role) return null;
  const attributes: Record<string, readonly string[]> = {};
  for (const part of (params['having'] ?? '').split(';').slice(0, MOST.attributes)) {
    const [name = '', list = ''] = part.split('=');
    const values = readList(list, MOST.values);
    if (ATTRIBUTE.test(name) && values.length > 0) attributes[name] = values;
  }
  return { role, groups: readList(params['groups'] ?? '', MOST.groups), attributes };
}

/** Attributes of readers that the row rules of a text compare with. */
export const attributesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/:user_([a-z][a-z0-9_]{0,40})/g)].map(([, name]) => name!))].toSorted();

import type { TenantPerson, TenantRole } from '@rise/contract';
import type { RightsChange } from './users.queries.ts';

export type Claimed = TenantPerson['claimed'];

/** What an administrator types, before it is sent. */
export interface RightsDraft {
  roles: TenantRole[];
  groups: string[];
  attributes: { key: string; name: string; values: string[] }[];
}

export const NOTHING_CLAIMED: Claimed = { roles: [], groups: [], attributes: {} };

const ATTRIBUTE = /^[a-z][a-z0-9_]{0,40}$/;

export const toDraft = ({ roles, groups, attributes }: TenantPerson['granted']): RightsDraft => ({
  roles: roles.filter((role): role is TenantRole => role === 'tenant.user' || role === 'tenant.admin'),
  groups,
  attributes: Object.entries(attributes).map(([name, values]) => ({ key: name, name, values })),
});

/** What has to be corrected; a row of attributes that is empty is left out. */
export const issuesOf = ({ roles, attributes }: RightsDraft, { isRoleNeeded }: { isRoleNeeded: boolean }) => {
  const names = attributes.map(({ name }) => name.trim());
  return {
    roles: isRoleNeeded && roles.length === 0,
    attributes: attributes.map(
      ({ values }, place) =>
        (names[place] !== '' || values.length > 0) &&
        (!ATTRIBUTE.test(names[place]!) || names.indexOf(names[place]!) !== place),
    ),
  };
};

export const isFit = ({ roles, attributes }: ReturnType<typeof issuesOf>): boolean =>
  !roles && attributes.every((isIssue) => !isIssue);

export const toChange = ({ roles, groups, attributes }: RightsDraft): RightsChange => ({
  roles,
  groups,
  attributes: Object.fromEntries(
    attributes.filter(({ name }) => name.trim() !== '').map(({ name, values }) => [name.trim(), values]),
  ),
});

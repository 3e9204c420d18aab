import { TENANT_ROLES, type RoleEffect, type RoleEffects, type RoleMapping, type TenantRole } from '@rise/contract';
import type { ConcernedRow, GroupSummary } from './provisioning.sql.ts';

const MOST_SHOWN = 200;

/** What a mapping is compared with. */
export interface Present {
  readonly people: readonly ConcernedRow[];
  readonly groups: readonly GroupSummary[];
  /** Roles that members have by anything else than their groups, by account. */
  readonly others: ReadonlyMap<string, readonly TenantRole[]>;
  /** Accounts. */
  readonly administrators: readonly string[];
}

/** Who would gain and lose which role by a mapping. Roles that someone has by other ways as well are neither. */
export function effectsOf({ people, groups, others, administrators }: Present, mapping: RoleMapping): RoleEffects {
  const roles = new Map<string, TenantRole | null>(groups.map(({ id, role }) => [id, role]));
  for (const { id, role } of mapping.groups) if (roles.has(id)) roles.set(id, role);
  const left = new Set(administrators);
  const effects: RoleEffect[] = [];
  for (const { id, name, accountId, groups: memberOf, roles: now } of people) {
    const other = (accountId !== null && others.get(accountId)) || [];
    const before = new Set([...other, ...now]);
    const after = new Set<TenantRole>(other);
    if (mapping.admitsAll) after.add('tenant.user');
    for (const group of memberOf) {
      const role = roles.get(group);
      if (role) after.add(role);
    }
    if (accountId !== null && after.has('tenant.admin')) left.add(accountId);
    else if (accountId !== null) left.delete(accountId);
    const gains = TENANT_ROLES.filter((role) => after.has(role) && !before.has(role));
    const loses = TENANT_ROLES.filter((role) => before.has(role) && !after.has(role));
    if (gains.length + loses.length > 0) effects.push({ id, name, gains, loses, isWaiting: accountId === null });
  }
  const sorted = effects.toSorted((a, b) => Math.sign(b.loses.length) - Math.sign(a.loses.length));
  return {
    people: sorted.slice(0, MOST_SHOWN),
    total: effects.length,
    isLastAdministrator: administrators.length > 0 && left.size === 0,
  };
}

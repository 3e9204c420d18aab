import { type BulkAction, PERSON_PROBLEMS, type PersonProblem, type TenantPerson } from '@rise/contract';
import { NO_SEAT } from '../kernel/errors/no-seat.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { ListedGlobalRow } from './global-users.sql.ts';
import type { MembershipRow, PersonRow } from './users.sql.ts';

const MESSAGES: Record<PersonProblem, string> = {
  self: 'This is your own account. Have another administrator do it.',
  'last-administrator': 'The tenant would have no administrator left. Make someone else an administrator first.',
  'last-global-administrator':
    'The installation would have no administrator left. Make someone else an administrator first.',
  unassigned:
    'The identity provider no longer assigns this person to the tenant. Remove them, and invite them if they should come back.',
  roles: 'Choose at least one role: the identity provider gives this person none here.',
  handOverTo: 'Choose an active person of the tenant who takes over what this person owns.',
  member: 'This person is a member already.',
  global: 'This person has a global role already. Change it in the list.',
  invited: 'This person is invited already. Send the invitation again.',
  limit: 'There are too many open invitations. Revoke those that are no longer needed.',
  seats: NO_SEAT,
  recent: 'The invitation was sent less than a minute ago. Wait a minute before you send it again.',
  missing: 'There is no such person in this tenant. Reload the list.',
};

/** An error whose detail names the problem, so that a screen can say it in the reader's language. */
export function refusal(problem: PersonProblem, code: 'CONFLICT' | 'VALIDATION_FAILED' = 'CONFLICT'): UserError {
  return new UserError(code, MESSAGES[problem], [{ field: problem, message: MESSAGES[problem] }]);
}

/** The problem that `refusal` named; null for other errors. */
export const problemOf = (error: UserError): PersonProblem | null =>
  PERSON_PROBLEMS.find((problem) => error.details?.some(({ field }) => field === problem)) ?? null;

/** As the API lists them: of a tenant, or above the tenants. */
export const toListed = <Row extends ListedGlobalRow>(
  self: string | null,
  { lastSeenAt, since, expiresAt, ...row }: Row,
) => ({
  ...row,
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  since: since.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  isSelf: row.kind === 'member' && row.id === self,
});

export const toPerson = (
  { since, lastSeenAt, effective: _effective, ...row }: PersonRow,
  rest: Pick<TenantPerson, 'owned' | 'isSelf' | 'isLastAdministrator'>,
): TenantPerson => ({
  ...row,
  since: since.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  ...rest,
});

type Rights = Pick<MembershipRow, 'roles' | 'groups'>;

/** The rights after a change of many people; null where it changes nothing of these. */
export function rightsAfter(
  { roles, groups }: Rights,
  action: Exclude<BulkAction, { kind: 'enable' | 'disable' }>,
): Rights | null {
  const isAdded = action.kind.startsWith('add-');
  const change = <T>(list: readonly T[], item: T): T[] | null => {
    if (list.includes(item) === isAdded) return null;
    return isAdded ? [...list, item] : list.filter((one) => one !== item);
  };
  if ('role' in action) {
    const changed = change(roles, action.role);
    return changed && { roles: changed, groups };
  }
  const changed = change(groups, action.group);
  return changed && { roles, groups: changed };
}

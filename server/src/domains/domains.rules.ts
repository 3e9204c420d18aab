import type { DomainProblem, JoinRequest, TenantDomain } from '@rise/contract';
import { NO_SEAT } from '../kernel/errors/no-seat.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { expiryOf } from './domain-checks.rules.ts';
import { domainTitle, recordOf } from './domain-names.rules.ts';
import type { DomainRow } from './domains.sql.ts';
import type { JoinRequestRow } from './join-requests.sql.ts';

const MESSAGES: Record<DomainProblem, string> = {
  name: 'Enter a domain such as example.com.',
  suffix: 'Anybody can register a domain below this one. Enter your organization’s own domain.',
  'free-mail': 'Anybody gets an address at this domain. Enter your organization’s own domain.',
  exists: 'The domain is in the list already.',
  limit: 'There are too many domains. Remove those that are no longer needed.',
  recent: 'The domain was checked a moment ago, or is being checked. Try again in a few seconds.',
  open: 'The domain has not expired: its record is still looked for.',
  unverified: 'The domain is not verified at the moment, so nobody can join by it. Add its record again, or invite the person.', // prettier-ignore
  seats: NO_SEAT,
};

/** An error whose detail names the problem, so that a screen can say it in the reader's language. */
export function refusal(problem: DomainProblem, code: 'CONFLICT' | 'VALIDATION_FAILED' = 'CONFLICT'): UserError {
  return new UserError(code, MESSAGES[problem], [{ field: problem, message: MESSAGES[problem] }]);
}

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

export function toDomain(row: DomainRow, mailDomains: readonly string[]): TenantDomain {
  const { id, domain, token, state, joinRule, role, lastResult, createdBy } = row;
  return {
    id,
    domain,
    title: domainTitle(domain),
    state,
    record: recordOf(domain, token),
    joinRule,
    role,
    lastResult,
    lastCheckedAt: iso(row.lastCheckedAt),
    nextCheckAt: iso(row.nextCheckAt),
    expiresAt: iso(expiryOf(row)),
    missingSince: iso(row.missingSince),
    isMailAllowed: mailDomains.includes(domain),
    createdAt: row.createdAt.toISOString(),
    createdBy,
  };
}

export const toRequest = ({ requestedAt, domain, ...row }: JoinRequestRow): JoinRequest => ({
  ...row,
  domain: domainTitle(domain),
  requestedAt: requestedAt.toISOString(),
});

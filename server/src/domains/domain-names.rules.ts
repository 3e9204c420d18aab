import { domainToASCII, domainToUnicode } from 'node:url';
import type { DomainProblem } from '@rise/contract';
import { parse } from 'tldts';
import { isPublicDomain } from '../kernel/text/public-domains.ts';

/** Below a domain; it is asked for there and nowhere else, so that no wildcard and no other program's record counts. */
const RECORD_LABEL = '_rise-challenge';
const NAME = /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/;

/** The domain that a text means, in ASCII, or why it cannot be a tenant's. An '@' before it and a dot behind it are left out. */
export function readDomain(text: string): { domain: string } | { problem: DomainProblem } {
  const domain = domainToASCII(text.trim().replace(/^@/, '').replace(/\.$/, ''));
  if (domain.length > 253 - RECORD_LABEL.length - 1 || !NAME.test(domain)) return { problem: 'name' };
  const { domain: registrable, isIp } = parse(domain, { allowPrivateDomains: true });
  if (isIp) return { problem: 'name' };
  if (registrable === null) return { problem: 'suffix' };
  return isPublicDomain(domain) ? { problem: 'free-mail' } : { domain };
}

/** As people write it. */
export const domainTitle = (domain: string): string => domainToUnicode(domain) || domain;

export const recordOf = (domain: string, token: string): { name: string; value: string } => ({
  name: `${RECORD_LABEL}.${domain}`,
  value: `token=${token}`,
});

/** Whether one of a name's TXT records is the proof; others may stand beside it, and words beside it in the same record. */
export const hasToken = (records: readonly string[], token: string): boolean =>
  records.some((text) => text.trim().split(/\s+/).includes(`token=${token}`));

/**
 * `pending`: its record has not been found yet. `verified`: the domain is the tenant's. `failing`: the record has been
 * missing for days, so that nobody joins by it. `expired`: it is not checked any more.
 */
export const DOMAIN_STATES = ['pending', 'verified', 'failing', 'expired'] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

/** Whether someone with a verified address at the domain becomes a member at sign-in, asks to, or has to be invited. */
export const JOIN_RULES = ['automatic', 'approval', 'invitation'] as const;
export type JoinRule = (typeof JOIN_RULES)[number];

/**
 * What a check found: the record; nothing (`missing`); the record, while another tenant has proven the domain (`taken`); DNS gave no
 * answer, which says nothing about the record (`unknown`).
 */
export const DOMAIN_CHECK_RESULTS = ['found', 'missing', 'taken', 'unknown'] as const;
export type DomainCheckResult = (typeof DOMAIN_CHECK_RESULTS)[number];

/**
 * Why something cannot be done with a domain, as the field of an error's detail: the text is no domain (`name`), one below
 * which anybody registers (`suffix`), or one at which anybody gets an address (`free-mail`); the list has it already (`exists`), or too
 * many (`limit`); it was checked a moment ago (`recent`); it has not expired (`open`); nobody joins by it while it is not
 * verified (`unverified`), or the tenant's plan includes no more users (`seats`).
 */
export const DOMAIN_PROBLEMS = [
  'name',
  'suffix',
  'free-mail',
  'exists',
  'limit',
  'recent',
  'open',
  'unverified',
  'seats',
] as const;
export type DomainProblem = (typeof DOMAIN_PROBLEMS)[number];

/** Of one tenant. */
export const MAX_DOMAINS = 50;
/** In which the record has to appear, and after which a domain whose record is missing is given up. */
export const PROOF_DAYS = 14;
/** A verified domain fails after so many hours without its record. */
export const MISSING_HOURS = 72;

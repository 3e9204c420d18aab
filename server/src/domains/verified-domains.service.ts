/** Domains that a tenant has proven to be its own, in ASCII, by name. */
export { listVerified as verifiedDomains } from './domains.sql.ts';
export { domainTitle } from './domain-names.rules.ts';

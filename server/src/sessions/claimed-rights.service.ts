/** Who someone would be with claims of a tenant's own provider, and which issuers are nobody's own. */
export { isCommonIssuer, rightsOf } from './tenant-provider.rules.ts';

import type { Route, RouteKey } from '@rise/contract';
import type { z } from 'zod';

/** Fields of bodies whose a record of the audit trail has under `after`. */
export const RECORDED = new Set(
  `access action admitsAll all asOf attachments attributes audience calendar catalog categories channel clientId code
   color column commonGroups condition connections currency database dataset days deadlineSeconds decision
   defaultLandingPage defaultRole description domain domains email embedding endDate engine everyone exportLinks
   features filters format freshness from groups groupsClaim handOverTo host icon isTwoWay issuer joinRule kind
   label language limits link mail maxAgeSeconds measure message minutes mode name note number on onlyNew origins
   outside parameterRole parameterTable parameterUser paper paused port preferences publicLinks publish purpose
   quiet reason recipients rejectLimit rejected role roleMap roles rolesClaim rule schedule schema scope scopes set
   shared signIn slug spaces sqlAccess startDate subjectAttribute subjectClaim supportAccess table tables templates
   term theme tile title tls to type types user value version versions warehouse webhook who workspace`.split(/\s+/),
);

/**
 * Fields whose values no record has: secrets, contents of documents and texts of people, SQL, and ids of other tenants,
 * which a tenant's administrators do not see. A record says that they were sent, under `omitted`.
 */
export const OMITTED = new Set(
  `account administrator clientSecret content corrects data document entry expected ids invitations logo
   parameterPassword parameters passphrase password privateKey remove restore rules settings source sql state tenant
   tenantId tenants text theirs token uploads url`.split(/\s+/),
);

/** Fields that say nothing of the change: revisions, and where on a page it was made. */
export const UNIMPORTANT = new Set(`basedOn mentions place revision seen`.split(/\s+/));

/** Characters of one recorded value as JSON; of longer ones a record says only that they were sent. */
const LONGEST_VALUE = 2000;

/** Whether it changes something, so that its record says what. */
export const isAuditedChange = (key: RouteKey, route: Route): boolean =>
  route.audit.when === 'always' && !route.readOnly && route.stream === undefined && !/^(GET|HEAD) /.test(key);

/** What a record says of the body of a change; of an empty one that nothing was to change. */
export function describeBody(body: unknown): { after?: Record<string, unknown>; omitted?: string[] } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  if (Object.keys(body).length === 0) return { after: {} };
  const sent = Object.entries(body).filter(([name, value]) => value !== undefined && !UNIMPORTANT.has(name));
  const isRecorded = ([name, value]: [string, unknown]) =>
    RECORDED.has(name) && JSON.stringify(value).length <= LONGEST_VALUE;
  const after = Object.fromEntries(sent.filter(isRecorded));
  const omitted = sent.filter((field) => !isRecorded(field)).map(([name]) => name);
  return { ...(Object.keys(after).length > 0 && { after }), ...(omitted.length > 0 && { omitted }) };
}

/** The names of the fields of a body, of each alternative of a union. */
export function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return [];
  const def = schema.def as unknown as {
    shape?: Record<string, z.ZodType>;
    innerType?: z.ZodType;
    in?: z.ZodType;
    options?: z.ZodType[];
  };
  if (def.shape) return Object.keys(def.shape);
  return [def.innerType, def.in, ...(def.options ?? [])].flatMap((one) => (one ? fieldsOf(one) : []));
}

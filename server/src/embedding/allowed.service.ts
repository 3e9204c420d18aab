/** What a tenant allows outside of the portal, for other slices. */
export { readAllowed } from './embedding.sql.ts';

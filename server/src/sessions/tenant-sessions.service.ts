/** Ends what people have open in a tenant, so that nothing of it comes back when the tenant does. */
export { endSessionsIn as endTenantSessions } from './sessions.sql.ts';

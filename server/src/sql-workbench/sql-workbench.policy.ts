import type { TenantActor } from '../kernel/actor.ts';
import type { SavedQueryRow } from './sql-workbench.sql.ts';

/** What a person may do with a saved query that they can find. */
export function rightsOn({ accountId, shared }: Pick<SavedQueryRow, 'accountId' | 'shared'>, actor: TenantActor) {
  const isOwn = accountId === actor.accountId;
  // Administrators tidy up what is shared, also after its author has left.
  return { change: isOwn, delete: isOwn || (shared && actor.permissions.has('configuration.manage')) };
}

import type { TenantActor } from '../kernel/actor.ts';
import type { TenantTx } from '../kernel/database/database.ts';
import { openWorkspaces } from '../workspaces/workspaces.service.ts';
import { editorsKey, workspaceKey } from './search-index.service.ts';

/** What a person may find: entries that ask for one of their permissions, and reports of workspaces they may open or edit. */
export async function searchKeysOf(tx: TenantTx, actor: TenantActor): Promise<string[]> {
  const { permissions } = actor;
  if (!permissions.has('report.read')) return [...permissions];
  const keys = [...(await openWorkspaces(tx, actor))].flatMap(([id, { can }]) =>
    can.edit ? [workspaceKey(id), editorsKey(id)] : [workspaceKey(id)],
  );
  return [...permissions, ...keys];
}

import type { TenantPlan } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { folderBytes } from '../tenants/folder-bytes.ts';
import { readPlanUse } from './plan-limits.sql.ts';

export interface PlanLimitOptions {
  readonly database: Database;
  readonly warehouseDirectory: string;
}

/** What a tenant's plan includes, as its own administrators see it. Who runs the installation sets it. */
export class PlanLimitService {
  readonly #options: PlanLimitOptions;

  constructor(options: PlanLimitOptions) {
    this.#options = options;
  }

  async read(actor: TenantActor): Promise<TenantPlan> {
    const { database, warehouseDirectory } = this.#options;
    const { uploadBytes, ...plan } = await database.withTenant(actor, readPlanUse, 'reads');
    return { ...plan, storageBytes: uploadBytes + (await folderBytes(warehouseDirectory, actor.tenantId)) };
  }
}

export { hasSeat, LIMITS } from './plan-limits.sql.ts';

import type { TenantPlan } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { planUseOf } from './plan-use.ts';

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

  read(actor: TenantActor): Promise<TenantPlan> {
    const { database, warehouseDirectory } = this.#options;
    return database.withTenant(actor, (tx) => planUseOf(tx, warehouseDirectory), 'reads');
  }
}

export { hasSeat, LIMITS } from './plan-limits.sql.ts';

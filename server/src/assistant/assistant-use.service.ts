import { RATING_REASONS, type AssistantUse } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import * as sql from './assistant-use.sql.ts';
import { MICROS } from './token-budget.service.ts';

export interface AssistantUseOptions {
  readonly database: Database;
  readonly hasModel: boolean;
  readonly hasPrices: boolean;
}

/** How much a tenant's people use the assistant, in numbers. */
export class AssistantUseService {
  readonly #options: AssistantUseOptions;

  constructor(options: AssistantUseOptions) {
    this.#options = options;
  }

  read(actor: TenantActor, days: number): Promise<AssistantUse> {
    const { database, hasModel, hasPrices } = this.#options;
    return database.withTenant(
      actor,
      async (tx) => {
        const { limits, tokens, costMicros } = await sql.readMonth(tx);
        const counted = await sql.countReasons(tx, days);
        const countOf = (reason: string) => counted.find((row) => row.reason === reason)?.count ?? 0;
        return {
          hasModel,
          hasPrices,
          limits,
          month: { tokens, cost: costMicros / MICROS },
          days: await sql.listDays(tx, days),
          reasons: Object.fromEntries(
            RATING_REASONS.map((reason) => [reason, countOf(reason)]),
          ) as AssistantUse['reasons'],
        };
      },
      'reads',
    );
  }
}

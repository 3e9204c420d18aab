import { DEFAULT_CURRENCY, type ReportingCurrency } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { findTenantSettings } from './tenant-settings.service.ts';

/** The currency that a tenant reports in. */
export class CurrencyService {
  readonly #database: Database;
  readonly #warehouses: WarehouseService;

  constructor({ database, warehouses }: { database: Database; warehouses: WarehouseService }) {
    this.#database = database;
    this.#warehouses = warehouses;
  }

  async read(actor: TenantActor): Promise<ReportingCurrency> {
    const { currency } = await this.#database.withTenant(actor, findTenantSettings, 'reads');
    return this.#reporting(actor, currency);
  }

  /** Sets the currency; null returns to the model's. The next query converts to it. */
  async set(actor: TenantActor, currency: string | null): Promise<ReportingCurrency & { changed: boolean }> {
    let before: string | null = null;
    const changed = await this.#warehouses.updateTenantSettings(actor, (settings) => {
      before = settings.currency;
      if (before === currency) return null;
      const details = { before, after: currency };
      return {
        settings: { ...settings, currency },
        write: (tx) => writeRecord(tx, actor, { action: 'currency.set', outcome: 'done', details }),
      };
    });
    return { ...(await this.#reporting(actor, currency)), changed };
  }

  async #reporting(actor: TenantActor, setting: string | null): Promise<ReportingCurrency> {
    if (setting !== null) return { currency: setting, from: 'setting' };
    const model = await this.#warehouses.activeModel(actor);
    const own = model?.model.currency;
    return own === undefined ? { currency: DEFAULT_CURRENCY, from: 'default' } : { currency: own, from: 'model' };
  }
}

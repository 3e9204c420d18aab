import { isDeepStrictEqual } from 'node:util';
import { PLAIN_CALENDAR, type Calendar } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { findTenantSettings } from './tenant-settings.service.ts';

/** A tenant's time zone, first day of the week and fiscal year. */
export class CalendarService {
  readonly #database: Database;
  readonly #warehouses: WarehouseService;

  constructor({ database, warehouses }: { database: Database; warehouses: WarehouseService }) {
    this.#database = database;
    this.#warehouses = warehouses;
  }

  async read(actor: TenantActor): Promise<Calendar> {
    const { calendar } = await this.#database.withTenant(actor, findTenantSettings, 'reads');
    return calendar ?? PLAIN_CALENDAR;
  }

  /** Sets what `change` states; the next query counts by it. */
  async set(
    actor: TenantActor,
    change: { readonly [K in keyof Calendar]?: Calendar[K] | undefined },
  ): Promise<Calendar & { changed: boolean }> {
    const stated = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    let [before, after] = [PLAIN_CALENDAR, PLAIN_CALENDAR];
    const changed = await this.#warehouses.updateTenantSettings(actor, (settings) => {
      before = settings.calendar;
      after = { ...before, ...stated };
      if (isDeepStrictEqual(before, after)) return null;
      const details = { before, after };
      return {
        settings: { ...settings, calendar: after },
        write: (tx) => writeRecord(tx, actor, { action: 'calendar.set', outcome: 'done', details }),
      };
    });
    return { ...after, changed };
  }
}

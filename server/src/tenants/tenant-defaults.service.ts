import { isDeepStrictEqual } from 'node:util';
import { PLAIN_CALENDAR, type ManagedDefaults, type ManagedDefaultsChange } from '@rise/contract';
import { brandingOf, findBranding, type BrandingService } from '../branding/branding.service.ts';
import type { Actor, PendingRecord, TenantActor } from '../kernel/actor.ts';
import type { RowStream } from '../kernel/api/api.ts';
import { RequestRecord } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import type { CalendarService } from '../tenant-settings/calendar.service.ts';
import type { CurrencyService } from '../tenant-settings/currency.service.ts';
import { findTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import { tenantById } from './tenants.sql.ts';

interface TenantDefaultsOptions {
  readonly database: Database;
  readonly brandings: BrandingService;
  readonly calendars: CalendarService;
  readonly currencies: CurrencyService;
}

/**
 * What a tenant's administrators set of its branding, calendar and currency, read and changed from above the tenants:
 * by the same services, with the same effects. Also of a suspended tenant, as its other settings are.
 */
export class TenantDefaultsService {
  readonly #options: TenantDefaultsOptions;

  constructor(options: TenantDefaultsOptions) {
    this.#options = options;
  }

  /** NOT_FOUND for an unknown tenant. */
  read(actor: Actor, id: string): Promise<ManagedDefaults> {
    return this.#options.database.withTenant(
      inside(actor, id),
      async (tx) => {
        if (!(await tenantById(tx))) throw notFound();
        const { calendar, currency } = await findTenantSettings(tx);
        const branding = brandingOf(await findBranding(tx), `/api/v1/global/tenants/${id}/logo`);
        return { ...branding, calendar: calendar ?? PLAIN_CALENDAR, currency };
      },
      'reads',
    );
  }

  /** Omitted ones stay unchanged. NOT_FOUND for an unknown tenant. */
  async change(
    actor: Actor,
    id: string,
    { calendar, currency, ...branding }: ManagedDefaultsChange,
  ): Promise<ManagedDefaults> {
    const { database, brandings, calendars, currencies } = this.#options;
    const before = await this.read(actor, id);
    try {
      if (calendar) await calendars.set(inside(actor, id), calendar);
      if (currency !== undefined) await currencies.set(inside(actor, id), currency);
      if (Object.keys(branding).length > 0)
        await brandings.set(
          inside(actor, id, new RequestRecord({ action: 'branding.set', outcome: 'done' })),
          branding,
        );
    } catch (error) {
      // Each is stored, and recorded in the tenant's trail, in a transaction of its own: one may have been before.
      const details = difference(before, await this.read(actor, id));
      if (Object.keys(details.after).length > 0)
        await database.withGlobal(actor, async () => actor.record?.note(details));
      throw error;
    }
    const after = await this.read(actor, id);
    actor.record?.note(difference(before, after));
    return after;
  }

  /** NOT_FOUND for an unknown tenant; VALIDATION_FAILED for what is no picture. */
  async setLogo(actor: Actor, id: string, data: string): Promise<ManagedDefaults> {
    await this.read(actor, id);
    await this.#options.brandings.setLogo(inside(actor, id, recordInBoth(actor, 'branding.logo.upload')), data);
    return this.read(actor, id);
  }

  /** NOT_FOUND for an unknown tenant. */
  async removeLogo(actor: Actor, id: string): Promise<ManagedDefaults> {
    await this.read(actor, id);
    await this.#options.brandings.removeLogo(inside(actor, id, recordInBoth(actor, 'branding.logo.remove')));
    return this.read(actor, id);
  }

  /** NOT_FOUND where the tenant has none, and for an unknown one. */
  logo(actor: Actor, id: string): Promise<RowStream> {
    return this.#options.brandings.logo(inside(actor, id));
  }
}

/** Someone above the tenants who changes what is a tenant's, `record` being of its audit trail. */
function inside(actor: Actor, tenantId: string, record?: PendingRecord): TenantActor {
  // What is known of a tenant's figures may be of another one, which the actor has entered.
  return { ...actor, tenantId, figuresRevision: null, record };
}

/** A record in the tenant's own trail; what is noted there is also noted in the one above the tenants. */
function recordInBoth(actor: Actor, action: string): PendingRecord {
  const tenants = new RequestRecord({ action, outcome: 'done' });
  return {
    writeIn: (tx, author, isTenants) => tenants.writeIn(tx, author, isTenants),
    note: (details) => {
      tenants.note(details);
      actor.record?.note(details);
    },
    onRollback: () => tenants.onRollback(),
  };
}

/** What differs, by the names of the API. */
function difference(before: ManagedDefaults, after: ManagedDefaults) {
  const changed = (['calendar', 'currency', 'language', 'theme'] as const).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const of = (defaults: ManagedDefaults) => Object.fromEntries(changed.map((field) => [field, defaults[field]]));
  return { before: of(before), after: of(after) };
}

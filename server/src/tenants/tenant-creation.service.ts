import { PLAIN_CALENDAR, type NewTenantFields, type SentInvitation } from '@rise/contract';
import type { Actor, TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { CalendarService } from '../tenant-settings/calendar.service.ts';
import type { CurrencyService } from '../tenant-settings/currency.service.ts';
import type { InvitationService } from '../users/invitations.service.ts';
import { deleteNewTenant, insertTenant } from './tenants.sql.ts';

export interface TenantCreationOptions {
  readonly database: Database;
  readonly invitations: InvitationService;
  readonly calendars: CalendarService;
  readonly currencies: CurrencyService;
}

const TAKEN = 'Another tenant has this slug. Choose another one.';

/** Creates tenants with what their people need from the first day. */
export class TenantCreationService {
  readonly #options: TenantCreationOptions;

  constructor(options: TenantCreationOptions) {
    this.#options = options;
  }

  /** CONFLICT for a slug in use. Where the settings or the invitation cannot be stored, there is no tenant either. */
  async create(
    actor: Actor,
    { slug, name, administrator, calendar = PLAIN_CALENDAR, currency, supportAccess, limits }: NewTenantFields,
  ): Promise<{ id: string; invitation: SentInvitation | null }> {
    const { database, invitations, calendars, currencies } = this.#options;
    const id = await database.withGlobal(actor, async (tx) => {
      const created = await insertTenant(tx, { slug, name, homeMember: null, supportAccess, limits });
      if (!created) throw new UserError('CONFLICT', TAKEN, [{ field: 'slug', message: TAKEN }]);
      return created.id;
    });
    // What follows is the tenant's own, in transactions of its own.
    const inside: TenantActor = { ...actor, tenantId: id };
    try {
      await calendars.set(inside, calendar);
      await currencies.set(inside, currency);
      const rights = { roles: ['tenant.admin'], groups: [], attributes: {} } as const;
      const invitation = administrator && (await invitations.invite(inside, { ...administrator, ...rights }));
      return { id, invitation };
    } catch (error) {
      await database.withGlobal(actor, (tx) => deleteNewTenant(tx, id));
      throw error;
    }
  }
}

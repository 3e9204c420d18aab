import { PLAIN_CALENDAR, type Language, type NewTenantFields, type SentInvitation } from '@rise/contract';
import type { BrandingService } from '../branding/branding.service.ts';
import type { Actor, TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { startIndex } from '../search/search-index.service.ts';
import type { CalendarService } from '../tenant-settings/calendar.service.ts';
import type { CurrencyService } from '../tenant-settings/currency.service.ts';
import type { InvitationService } from '../users/invitations.service.ts';
import type { TemplateUseService } from '../workspace-templates/template-use.service.ts';
import { deleteNewTenant, hasAdministrator, insertTenant } from './tenants.sql.ts';

export interface TenantCreationOptions {
  readonly database: Database;
  readonly invitations: InvitationService;
  readonly calendars: CalendarService;
  readonly currencies: CurrencyService;
  readonly templates: TemplateUseService;
  readonly brandings: BrandingService;
}

const TAKEN = 'Another tenant has this slug. Choose another one.';

const ADMINISTERED = 'The tenant has an administrator, who invites others.';
const RIGHTS = { roles: ['tenant.admin'], groups: [], attributes: {} } as const;

/** Creates tenants with what their people need from the first day. */
export class TenantCreationService {
  readonly #options: TenantCreationOptions;

  constructor(options: TenantCreationOptions) {
    this.#options = options;
  }

  /**
   * CONFLICT for a slug in use, VALIDATION_FAILED for a logo that is no picture. Where settings, workspaces or the invitation cannot be
   * stored, there is no tenant either.
   */
  async create(
    actor: Actor,
    {
      slug,
      name,
      administrator,
      calendar = PLAIN_CALENDAR,
      currency,
      language,
      theme,
      logo: file,
      supportAccess,
      limits,
      templates,
    }: NewTenantFields,
  ): Promise<{ id: string; invitation: SentInvitation | null }> {
    const { database, invitations, calendars, currencies, templates: uses, brandings } = this.#options;
    const logo = file === null ? null : await brandings.readLogo(file, 'logo');
    const id = await database.withGlobal(actor, async (tx) => {
      const created = await insertTenant(tx, { slug, name, homeMember: null, supportAccess, limits, language, theme });
      if (!created) throw new UserError('CONFLICT', TAKEN, [{ field: 'slug', message: TAKEN }]);
      actor.record?.note({}, created.id);
      return created.id;
    });
    // What follows is the tenant's own, in transactions of its own.
    const inside: TenantActor = { ...actor, tenantId: id };
    try {
      await database.withTenant(inside, startIndex);
      await calendars.set(inside, calendar);
      await currencies.set(inside, currency);
      if (logo) await brandings.putLogo(inside, logo);
      if (templates.length > 0) await uses.start(inside, templates);
      const invitation = administrator && (await invitations.invite(inside, { ...administrator, ...RIGHTS }));
      return { id, invitation };
    } catch (error) {
      await database.withGlobal(actor, (tx) => deleteNewTenant(tx, id));
      throw error;
    }
  }

  /** NOT_FOUND for a tenant that is suspended; CONFLICT for one that has an administrator, and as of invitations. */
  async inviteAdministrator(
    actor: Actor,
    id: string,
    to: { email: string; language?: Language | undefined },
  ): Promise<SentInvitation> {
    const { database, invitations } = this.#options;
    const isAdministered = await database.withGlobal(actor, (tx) => hasAdministrator(tx, id), 'reads');
    if (isAdministered === null) throw notFound();
    if (isAdministered)
      throw new UserError('CONFLICT', ADMINISTERED, [{ field: 'administered', message: ADMINISTERED }]);
    // Above the tenants the route records it.
    return invitations.inviteAgain({ ...actor, tenantId: id, record: undefined }, { ...to, ...RIGHTS });
  }
}

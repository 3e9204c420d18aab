import { brandingHandlers } from '../../branding/branding.routes.ts';
import { BrandingService } from '../../branding/branding.service.ts';
import { globalHomeHandlers } from '../../global-home/global-home.routes.ts';
import { GlobalHomeService } from '../../global-home/global-home.service.ts';
import { parameterTableHandlers } from '../../parameter-tables/parameter-tables.routes.ts';
import { ParameterTableStates } from '../../parameter-tables/parameter-tables.service.ts';
import { planLimitHandlers } from '../../plan-limits/plan-limits.routes.ts';
import { PlanLimitService } from '../../plan-limits/plan-limits.service.ts';
import type { PictureReader } from '../../report-pictures/report-pictures.service.ts';
import { supportVisitHandlers } from '../../support-visits/support-visits.routes.ts';
import { SupportVisitService } from '../../support-visits/support-visits.service.ts';
import type { HealthService } from '../../system/health.service.ts';
import { MappingApprovalService } from '../../tenant-settings/approval.service.ts';
import { calendarHandlers } from '../../tenant-settings/calendar.routes.ts';
import { CalendarService } from '../../tenant-settings/calendar.service.ts';
import { currencyHandlers } from '../../tenant-settings/currency.routes.ts';
import { CurrencyService } from '../../tenant-settings/currency.service.ts';
import { mappingApprovalHandlers, mappingHandlers } from '../../tenant-settings/mappings.routes.ts';
import type { MappingService } from '../../tenant-settings/mappings.service.ts';
import { ParameterImpactService } from '../../tenant-settings/parameter-impact.service.ts';
import { parameterHandlers } from '../../tenant-settings/parameters.routes.ts';
import { ParameterService } from '../../tenant-settings/parameters.service.ts';
import { tenantAdministrationHandlers } from '../../tenants/tenant-administration.routes.ts';
import { TenantAdministrationService } from '../../tenants/tenant-administration.service.ts';
import { TenantCreationService } from '../../tenants/tenant-creation.service.ts';
import { tenantDefaultsHandlers } from '../../tenants/tenant-defaults.routes.ts';
import { TenantDefaultsService } from '../../tenants/tenant-defaults.service.ts';
import { type InvitationOptions, InvitationService } from '../../users/invitations.service.ts';
import { TemplateUseService } from '../../workspace-templates/template-use.service.ts';
import type { AssemblyOptions } from './assembly-options.ts';
import type { Foundations } from './foundations.ts';

/** Tenants, what they may use, how they look, and their settings of figures. */
export function tenantHandlers(
  services: Foundations &
    Pick<AssemblyOptions, 'warehouseDirectory' | 'uploadDirectory' | 'deletionDays'> &
    InvitationOptions & { mappings: MappingService; pictures: PictureReader; health: HealthService },
) {
  const calendars = new CalendarService(services);
  const currencies = new CurrencyService(services);
  const invitations = new InvitationService(services);
  const templates = new TemplateUseService(services);
  const brandings = new BrandingService(services);
  const creation = new TenantCreationService({ ...services, invitations, calendars, currencies, templates, brandings });
  const plans = new PlanLimitService(services);
  return [
    planLimitHandlers(plans),
    brandingHandlers(brandings),
    globalHomeHandlers(new GlobalHomeService({ ...services, plans })),
    supportVisitHandlers(new SupportVisitService(services)),
    tenantAdministrationHandlers(new TenantAdministrationService({ ...services, creation })),
    tenantDefaultsHandlers(new TenantDefaultsService({ ...services, brandings, calendars, currencies })),
    mappingHandlers(services.mappings),
    mappingApprovalHandlers(new MappingApprovalService(services)),
    parameterHandlers(new ParameterService(services), new ParameterImpactService(services)),
    parameterTableHandlers(new ParameterTableStates(services)),
    calendarHandlers(calendars),
    currencyHandlers(currencies),
  ];
}

import { DomainChecker } from '../../domains/domain-checker.service.ts';
import { domainHandlers } from '../../domains/domains.routes.ts';
import { DomainService } from '../../domains/domains.service.ts';
import { identityProviderHandlers } from '../../identity-providers/identity-providers.routes.ts';
import { IdentityProviderService } from '../../identity-providers/identity-providers.service.ts';
import type { TenantMail } from '../../mail/mail.ts';
import type { QueryService } from '../../query/query.service.ts';
import { provisioningHandlers } from '../../scim/provisioning.routes.ts';
import { ProvisioningService } from '../../scim/provisioning.service.ts';
import { GlobalInvitationService } from '../../users/global-invitations.service.ts';
import { globalUserHandlers } from '../../users/global-users.routes.ts';
import { GlobalUserService } from '../../users/global-users.service.ts';
import { type InvitationOptions, InvitationService } from '../../users/invitations.service.ts';
import { UserRemovalService } from '../../users/remove-user.service.ts';
import { RowRuleService } from '../../users/row-rules.service.ts';
import { tenantUserHandlers } from '../../users/users.routes.ts';
import { TenantUserService } from '../../users/users.service.ts';
import type { AssemblyOptions } from './assembly-options.ts';

/** What administrators do about people: those of a tenant, with the domains by which they join, and those above. */
export function createAdministration(
  options: InvitationOptions &
    Pick<AssemblyOptions, 'dnsServers' | 'log' | 'providerReach' | 'sharedIssuer'> & { readonly queries: QueryService },
  mail: TenantMail,
) {
  const runner = new DomainChecker({ ...options, mail });
  const handlers = [
    tenantUserHandlers({
      users: new TenantUserService(options),
      removal: new UserRemovalService(options),
      invitations: new InvitationService(options),
      rowRules: new RowRuleService(options),
    }),
    domainHandlers(new DomainService({ ...options, mail, checker: runner })),
    identityProviderHandlers(new IdentityProviderService(options)),
    provisioningHandlers(new ProvisioningService(options)),
    globalUserHandlers({
      users: new GlobalUserService(options),
      invitations: new GlobalInvitationService(options),
    }),
  ] as const;
  return { handlers, runner };
}

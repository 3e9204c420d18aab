import { EXPORT_LINKS_PER_HOUR } from '../../export-jobs/export-links.service.ts';
import { LimitService } from '../../limits/limits.service.ts';
import { UnsubscribeService } from '../../mail-administration/outside-mail.service.ts';
import { unsubscribePages } from '../../mail-administration/unsubscribe.pages.ts';
import { ScimAccess } from '../../scim/scim-access.service.ts';
import { ScimRequests } from '../../scim/scim-requests.service.ts';
import { scimPages } from '../../scim/scim.pages.ts';
import type { AssemblyOptions } from './assembly-options.ts';

/** Of one address: programs of large mail providers unsubscribe for many readers. */
const UNSUBSCRIBE_PER_HOUR = 300;

/** Of one token: Entra sends some 25 a second for an application. */
const SCIM_PER_MINUTE = 1500;

/** The pages that the server renders, and the limits of single routes and pages. */
export function pagesWithLimits(options: AssemblyOptions) {
  const perHour = {
    contact: options.contactPerHour,
    unsubscribe: UNSUBSCRIBE_PER_HOUR,
    'export-link': EXPORT_LINKS_PER_HOUR,
  };
  const limits = new LimitService({ database: options.database, perHour, key: options.addressKey });
  const unsubscribing = unsubscribePages({ subscribers: new UnsubscribeService(options), limits });
  const access = new ScimAccess({ ...options, scimPerMinute: SCIM_PER_MINUTE });
  const provisioning = scimPages({ access, requests: new ScimRequests(options), publicUrl: options.publicUrl });
  return { limits, pages: [...options.pages, unsubscribing, provisioning] };
}

import type { AnnouncementService } from '../../announcements/announcements.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { permittedScreens, sectionsWith } from '../../navigation/navigation.rules.ts';
import type { SearchSources } from '../../search/finder.ts';
import { announcementItems, pageItems, tenantItems } from '../../search/search-items.rules.ts';
import { featuresOf, tenantsToEnter } from '../../tenants/tenants.service.ts';
import type { AssemblyOptions } from './assembly-options.ts';

/** What the search finds beside the tenants' entries. */
export function createSearchSources(
  { database, documentation, features }: Pick<AssemblyOptions, 'database' | 'documentation' | 'features'>,
  announcements: AnnouncementService,
): SearchSources {
  // Administrators of the search above the tenants pin and try screens of tenants, too.
  const screensOf = async (actor: Actor) =>
    permittedScreens(actor.permissions, sectionsWith(await featuresOf(database, actor, features)));
  return {
    pages: async (actor) => pageItems(await screensOf(actor)),
    tenants: async (actor) => tenantItems(await tenantsToEnter(database, actor), actor.kind === 'global'),
    documentation: () => documentation,
    announcements: async (actor) => announcementItems(await announcements.listActive(actor)),
  };
}

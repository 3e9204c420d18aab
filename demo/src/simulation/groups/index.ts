import type { AnyGroup, Group, GroupName, LazyGroup } from '../group.ts';
import { inbox } from './inbox/inbox.group.ts';
import { navigation } from './navigation/navigation.group.ts';
import { shortcuts } from './shortcuts/shortcuts.group.ts';
import { user } from './user/user.group.ts';

interface Entry<N extends GroupName> {
  readonly version: number;
  readonly paths: readonly string[];
  readonly load: () => Promise<Group<N, GroupName>>;
}

/** Groups used by the frame around every screen are bundled; each other group is loaded with its first call. */
const byName: { readonly [N in GroupName]: Entry<N> } = {
  user: { version: 1, paths: ['/api/common/user'], load: async () => user },
  navigation: { version: 1, paths: ['/api/common/navigation'], load: async () => navigation },
  inbox: { version: 1, paths: ['/api/common/messages', '/api/common/notifications'], load: async () => inbox },
  shortcuts: { version: 1, paths: ['/api/common/shortcuts'], load: async () => shortcuts },
  search: {
    version: 1,
    paths: ['/api/common/search'],
    load: async () => (await import('./search/search.group.ts')).search,
  },
  auth: { version: 1, paths: ['/api/auth'], load: async () => (await import('./auth/auth.group.ts')).auth },
  dashboards: {
    version: 1,
    paths: ['/api/dashboards'],
    load: async () => (await import('./dashboards/dashboards.group.ts')).dashboards,
  },
  contacts: {
    version: 2,
    paths: ['/api/apps/contacts'],
    load: async () => (await import('./contacts/contacts.group.ts')).contacts,
  },
  tasks: { version: 1, paths: ['/api/apps/tasks'], load: async () => (await import('./tasks/tasks.group.ts')).tasks },
  mailbox: {
    version: 1,
    paths: ['/api/apps/mailbox'],
    load: async () => (await import('./mailbox/mailbox.group.ts')).mailbox,
  },
  icons: { version: 1, paths: ['/api/ui/icons'], load: async () => (await import('./icons/icons.group.ts')).icons },
  activities: {
    version: 1,
    paths: ['/api/pages/activities'],
    load: async () => (await import('./activities/activities.group.ts')).activities,
  },
  notes: { version: 1, paths: ['/api/apps/notes'], load: async () => (await import('./notes/notes.group.ts')).notes },
  chat: { version: 1, paths: ['/api/apps/chat'], load: async () => (await import('./chat/chat.group.ts')).chat },
  helpCenter: {
    version: 2,
    paths: ['/api/apps/help-center'],
    load: async () => (await import('./help-center/help-center.group.ts')).helpCenter,
  },
  fileManager: {
    version: 2,
    paths: ['/api/apps/file-manager'],
    load: async () => (await import('./file-manager/file-manager.group.ts')).fileManager,
  },
  inventory: {
    version: 3,
    paths: ['/api/apps/ecommerce/inventory'],
    load: async () => (await import('./inventory/inventory.group.ts')).inventory,
  },
  academy: {
    version: 1,
    paths: ['/api/apps/academy'],
    load: async () => (await import('./academy/academy.group.ts')).academy,
  },
  scrumboard: {
    version: 3,
    paths: ['/api/apps/scrumboard'],
    load: async () => (await import('./scrumboard/scrumboard.group.ts')).scrumboard,
  },
  settings: {
    version: 1,
    paths: ['/api/pages/settings'],
    load: async () => (await import('./settings/settings.group.ts')).settings,
  },
  profile: {
    version: 1,
    paths: ['/api/pages/profile'],
    load: async () => (await import('./profile/profile.group.ts')).profile,
  },
};

/** All groups. */
export const GROUPS: readonly LazyGroup[] = Object.entries(byName).map(([name, entry]) => ({
  ...entry,
  name: name as GroupName,
  load: entry.load as unknown as () => Promise<AnyGroup>,
}));

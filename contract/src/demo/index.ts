import { authCalls, authState } from './auth.ts';
import type { DemoCallTable } from './call.ts';
import { dashboardCalls, dashboardState } from './dashboards.ts';
import { inboxCalls, inboxState } from './inbox.ts';
import { navigationCalls, navigationState } from './navigation.ts';
import { shortcutCalls, shortcutState } from './shortcuts.ts';
import { mailboxCalls, mailboxState } from './mailbox.ts';
import { chatCalls, chatState } from './chat.ts';
import { scrumboardCalls, scrumboardState } from './scrumboard.ts';
import { userCalls, userState } from './user.ts';
import { contactCalls, contactState } from './contacts.ts';
import { taskCalls, taskState } from './tasks.ts';
import { searchCalls, searchState } from './search.ts';
import { iconCalls, iconState } from './icons.ts';
import { activityCalls, activityState } from './activities.ts';
import { noteCalls, noteState } from './notes.ts';
import { helpCenterCalls, helpCenterState } from './help-center.ts';
import { fileManagerCalls, fileManagerState } from './file-manager.ts';
import { inventoryCalls, inventoryState } from './inventory.ts';
import { academyCalls, academyState } from './academy.ts';
import { profileCalls, profileState } from './profile.ts';
import { settingsCalls, settingsState } from './settings.ts';

export type { DemoCall, DemoCallKey } from './call.ts';
// Imported from here, not from the package's root: the demo's pages must not bundle the portal's schemas.
export { MOST_RESULTS } from '../search.ts';

/** Every call of the demo, by the group that handles it. */
export const demoGroups = {
  auth: authCalls,
  user: userCalls,
  navigation: navigationCalls,
  inbox: inboxCalls,
  shortcuts: shortcutCalls,
  dashboards: dashboardCalls,
  contacts: contactCalls,
  tasks: taskCalls,
  search: searchCalls,
  mailbox: mailboxCalls,
  icons: iconCalls,
  activities: activityCalls,
  notes: noteCalls,
  chat: chatCalls,
  helpCenter: helpCenterCalls,
  fileManager: fileManagerCalls,
  inventory: inventoryCalls,
  academy: academyCalls,
  scrumboard: scrumboardCalls,
  settings: settingsCalls,
  profile: profileCalls,
} as const satisfies Record<string, DemoCallTable>;
export type DemoGroups = typeof demoGroups;

/** What each group stores between visits: the shape of stored and of exported state. */
export const demoStates = {
  auth: authState,
  user: userState,
  navigation: navigationState,
  inbox: inboxState,
  shortcuts: shortcutState,
  dashboards: dashboardState,
  contacts: contactState,
  tasks: taskState,
  search: searchState,
  mailbox: mailboxState,
  icons: iconState,
  activities: activityState,
  notes: noteState,
  chat: chatState,
  helpCenter: helpCenterState,
  fileManager: fileManagerState,
  inventory: inventoryState,
  academy: academyState,
  scrumboard: scrumboardState,
  settings: settingsState,
  profile: profileState,
} as const satisfies Record<keyof DemoGroups, unknown>;
export type DemoStates = typeof demoStates;

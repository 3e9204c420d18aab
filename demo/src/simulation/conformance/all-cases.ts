import { authCases } from '../groups/auth/auth.cases.ts';
import { dashboardCases } from '../groups/dashboards/dashboards.cases.ts';
import { inboxCases } from '../groups/inbox/inbox.cases.ts';
import { navigationCases } from '../groups/navigation/navigation.cases.ts';
import { shortcutCases } from '../groups/shortcuts/shortcuts.cases.ts';
import { mailboxCases } from '../groups/mailbox/mailbox.cases.ts';
import { chatCases } from '../groups/chat/chat.cases.ts';
import { scrumboardCases } from '../groups/scrumboard/scrumboard.cases.ts';
import { userCases } from '../groups/user/user.cases.ts';
import { contactCases } from '../groups/contacts/contacts.cases.ts';
import { taskCases } from '../groups/tasks/tasks.cases.ts';
import { searchCases } from '../groups/search/search.cases.ts';
import { iconCases } from '../groups/icons/icons.cases.ts';
import { activityCases } from '../groups/activities/activities.cases.ts';
import { noteCases } from '../groups/notes/notes.cases.ts';
import { helpCenterCases } from '../groups/help-center/help-center.cases.ts';
import { fileManagerCases } from '../groups/file-manager/file-manager.cases.ts';
import { inventoryCases } from '../groups/inventory/inventory.cases.ts';
import { academyCases } from '../groups/academy/academy.cases.ts';
import { profileCases } from '../groups/profile/profile.cases.ts';
import { settingsCases } from '../groups/settings/settings.cases.ts';
import type { GroupName } from '../group.ts';
import type { Cases } from './cases.ts';

/** The tests of every group. */
export const CASES: { readonly [N in GroupName]: Cases<N> } = {
  auth: authCases,
  user: userCases,
  navigation: navigationCases,
  inbox: inboxCases,
  shortcuts: shortcutCases,
  dashboards: dashboardCases,
  contacts: contactCases,
  tasks: taskCases,
  search: searchCases,
  mailbox: mailboxCases,
  icons: iconCases,
  activities: activityCases,
  notes: noteCases,
  chat: chatCases,
  helpCenter: helpCenterCases,
  fileManager: fileManagerCases,
  inventory: inventoryCases,
  academy: academyCases,
  scrumboard: scrumboardCases,
  settings: settingsCases,
  profile: profileCases,
};

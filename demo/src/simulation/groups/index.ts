import type { AnyGroup, Group, GroupName } from '../group.ts';
import { auth } from './auth/auth.group.ts';
import { dashboards } from './dashboards/dashboards.group.ts';
import { inbox } from './inbox/inbox.group.ts';
import { navigation } from './navigation/navigation.group.ts';
import { shortcuts } from './shortcuts/shortcuts.group.ts';
import { mailbox } from './mailbox/mailbox.group.ts';
import { chat } from './chat/chat.group.ts';
import { scrumboard } from './scrumboard/scrumboard.group.ts';
import { user } from './user/user.group.ts';
import { contacts } from './contacts/contacts.group.ts';
import { tasks } from './tasks/tasks.group.ts';
import { search } from './search/search.group.ts';
import { icons } from './icons/icons.group.ts';
import { activities } from './activities/activities.group.ts';
import { notes } from './notes/notes.group.ts';
import { helpCenter } from './help-center/help-center.group.ts';
import { fileManager } from './file-manager/file-manager.group.ts';
import { inventory } from './inventory/inventory.group.ts';
import { academy } from './academy/academy.group.ts';

const byName: { readonly [N in GroupName]: Group<N> } = {
  auth,
  user,
  navigation,
  inbox,
  shortcuts,
  dashboards,
  contacts,
  tasks,
  search,
  mailbox,
  icons,
  activities,
  notes,
  chat,
  helpCenter,
  fileManager,
  inventory,
  academy,
  scrumboard,
};

/** Every group of the suite. */
export const GROUPS = Object.values(byName) as unknown as readonly AnyGroup[];

import { alertRoutes } from './alerts.ts';
import { announcementRoutes } from './announcements.ts';
import { applicationSettingsRoutes } from './application-settings.ts';
import { assistantRoutes } from './assistant.ts';
import { chatRoutes } from './chat.ts';
import { contactRoutes } from './contact.ts';
import { dataVersionRoutes } from './data-version.ts';
import type { RouteTable } from './define-route.ts';
import { eventRoutes } from './events.ts';
import { messageRoutes } from './messages.ts';
import { navigationRoutes } from './navigation.ts';
import { notificationRoutes } from './notifications.ts';
import { queryRoutes } from './query.ts';
import { reportRoutes } from './report.ts';
import { searchRoutes } from './search.ts';
import { sessionRoutes } from './session.ts';
import { shortcutRoutes } from './shortcuts.ts';
import { userRoutes } from './user.ts';

/** Every route of the API. The server binds each, the client calls by key, the isolation table and OpenAPI are made from it. */
export const routes = {
  ...applicationSettingsRoutes,
  ...sessionRoutes,
  ...reportRoutes,
  ...queryRoutes,
  ...dataVersionRoutes,
  ...eventRoutes,
  ...announcementRoutes,
  ...alertRoutes,
  ...messageRoutes,
  ...notificationRoutes,
  ...shortcutRoutes,
  ...userRoutes,
  ...navigationRoutes,
  ...searchRoutes,
  ...chatRoutes,
  ...assistantRoutes,
  ...contactRoutes,
} as const satisfies RouteTable;
export type Routes = typeof routes;

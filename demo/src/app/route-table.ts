import { academyPages } from '../features/academy/academy.routes.ts';
import { activityPages } from '../features/activities/activities.routes.ts';
import { analyticsDashboardPages } from '../features/analytics-dashboard/analytics-dashboard.routes.ts';
import { signInPages } from '../features/authentication/authentication.routes.ts';
import { chatPages } from '../features/chat/chat.routes.ts';
import { contactPages } from '../features/contacts/contacts.routes.ts';
import { cryptoPages } from '../features/crypto-dashboard/crypto-dashboard.routes.ts';
import { demoDataPages } from '../features/demo-data/demo-data.routes.ts';
import { errorPages } from '../features/error-pages/error-pages.routes.ts';
import { fileManagerPages } from '../features/file-manager/file-manager.routes.ts';
import { helpCenterPages } from '../features/help-center/help-center.routes.ts';
import { financePages } from '../features/finance-dashboard/finance-dashboard.routes.ts';
import { iconPages } from '../features/icons/icons.routes.ts';
import { inventoryPages } from '../features/inventory/inventory.routes.ts';
import { projectDashboardPages } from '../features/project-dashboard/project-dashboard.routes.ts';
import { mailboxPages } from '../features/mailbox/mailbox.routes.ts';
import { notePages } from '../features/notes/notes.routes.ts';
import { scrumboardPages } from '../features/scrumboard/scrumboard.routes.ts';
import { profilePages } from '../features/profile/profile.routes.ts';
import { settingsPages } from '../features/settings/settings.routes.ts';
import { taskPages } from '../features/tasks/tasks.routes.ts';
import { invoicePages } from '../features/invoices/invoices.routes.ts';
import { pricingPages } from '../features/pricing/pricing.routes.ts';
import { HOME } from '../routing/access.ts';
import type { RouteAlias } from '@rise/shell/routing';
import type { RouteEntry } from '../routing/route-entry.ts';

/** The routes of all features. */
const featurePages: readonly (readonly RouteEntry[])[] = [
  // One line per feature.
  academyPages,
  activityPages,
  analyticsDashboardPages,
  chatPages,
  contactPages,
  cryptoPages,
  demoDataPages,
  errorPages,
  fileManagerPages,
  financePages,
  helpCenterPages,
  iconPages,
  inventoryPages,
  invoicePages,
  mailboxPages,
  notePages,
  pricingPages,
  profilePages,
  projectDashboardPages,
  scrumboardPages,
  settingsPages,
  signInPages,
  taskPages,
];

/** All routes of the demo. */
export const routeTable: readonly RouteEntry[] = featurePages.flat();

/** Redirects from older addresses, and from base addresses of pages with several variants. */
export const aliases: readonly RouteAlias[] = [
  { path: '/', to: HOME },
  { path: '/dashboard', to: HOME },
  { path: '/dashboard/project', to: HOME },
  { path: '/pages/pricing', to: '/pages/pricing/modern' },
  { path: '/pages/invoice/printable', to: '/pages/invoice/printable/compact' },
  { path: '/ui/icons', to: '/ui/icons/feather' },
  { path: '/reports', to: '/dashboards/analytics' },
  { path: '/docs', to: '/apps/help-center/guides' },
  { path: '/docs/changelog', to: '/apps/help-center/guides/getting-started/whats-new' },
  { path: '/docs/guides', to: '/apps/help-center/guides' },
  {
    path: '/docs/guides/getting-started/introduction',
    to: '/apps/help-center/guides/getting-started/what-this-is',
  },
];

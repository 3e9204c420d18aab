import { type Icon, IconHome, IconReportAnalytics } from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { AccessRule } from './permissions.ts';

export interface RouteEntry {
  /** `$name` takes one segment, `$` alone any path that no other entry has. */
  readonly path: string;
  /** `public` is open to all; `authenticated` sends whoever is signed out to sign-in. */
  readonly group: 'public' | 'authenticated';
  readonly layout: 'empty' | 'shell';
  /** Who of the signed-in may see it; missing means all of them. */
  readonly rule?: AccessRule;
  /** `needed`: shows a tenant's data, so somebody with several chooses one first. */
  readonly tenant?: 'needed';
  /**
   * `landing-page`: the landing-page guard; signed-in people go to their own landing page.
   * `landing`: everybody goes to /landing, whose own guard sends signed-in people on.
   */
  readonly sends?: 'landing-page' | 'landing';
  readonly title?: ParseKeys;
  /** Its place in the main navigation; only routes with a screen have one. */
  readonly navigation?: { readonly title: ParseKeys; readonly icon: Icon };
  /** The screen, loaded when first shown. A route without one answers "not found" to those who may see it. */
  readonly screen?: () => Promise<{ default: ComponentType }>;
}

/** Every address of the portal with its guards. Router, navigation and the table of guard tests are made from it. */
export const routeTable: readonly RouteEntry[] = [
  { path: '/', group: 'public', layout: 'empty', sends: 'landing-page' },
  {
    path: '/landing',
    group: 'public',
    layout: 'empty',
    sends: 'landing-page',
    title: 'landing.pageTitle',
    screen: () => import('../features/landing/landing.page.tsx'),
  },
  { path: '/contact-us', group: 'public', layout: 'empty' },
  {
    path: '/login-failed',
    group: 'public',
    layout: 'empty',
    title: 'loginFailed.pageTitle',
    screen: () => import('../features/login-failed/login-failed.page.tsx'),
  },
  { path: '/default', group: 'authenticated', layout: 'empty', sends: 'landing-page' },
  {
    path: '/choose-tenant',
    group: 'authenticated',
    layout: 'empty',
    title: 'chooseTenant.pageTitle',
    screen: () => import('../features/choose-tenant/choose-tenant.page.tsx'),
  },
  {
    path: '/home',
    group: 'authenticated',
    layout: 'shell',
    tenant: 'needed',
    title: 'home.pageTitle',
    navigation: { title: 'navigation.home', icon: IconHome },
    screen: () => import('../features/home/home.page.tsx'),
  },
  {
    path: '/user',
    group: 'authenticated',
    layout: 'shell',
    title: 'user.pageTitle',
    screen: () => import('../features/user/user.page.tsx'),
  },
  { path: '/openai', group: 'authenticated', layout: 'shell' },
  {
    path: '/reports',
    group: 'authenticated',
    layout: 'shell',
    rule: { permission: 'report.read' },
    tenant: 'needed',
    title: 'reports.pageTitle',
    navigation: { title: 'navigation.reports', icon: IconReportAnalytics },
    screen: () => import('../features/reports/reports.page.tsx'),
  },
  {
    path: '/reports/$reportId',
    group: 'authenticated',
    layout: 'shell',
    rule: { permission: 'report.read' },
    tenant: 'needed',
    title: 'report.pageTitle',
    screen: () => import('../features/report/report.page.tsx'),
  },
  { path: '/snowflake/parameters', group: 'authenticated', layout: 'shell' },
  { path: '/warehouse-data-view', group: 'authenticated', layout: 'shell' },
  { path: '/workspaces', group: 'authenticated', layout: 'shell', rule: { permission: 'tenant.administer' } },
  { path: '/users', group: 'authenticated', layout: 'shell', rule: { permission: 'tenant.administer' } },
  { path: '/domains', group: 'authenticated', layout: 'shell', rule: { permission: 'tenant.administer' } },
  { path: '/tenants', group: 'authenticated', layout: 'shell', rule: { permission: 'tenants.view' } },
  { path: '/configuration', group: 'authenticated', layout: 'shell', rule: { permission: 'configuration.manage' } },
  {
    path: '/configuration/$configuratorType',
    group: 'authenticated',
    layout: 'shell',
    rule: { permission: 'configuration.manage' },
  },
  { path: '/global/users', group: 'authenticated', layout: 'shell', rule: { permission: 'global.administer' } },
  { path: '/global/announcements', group: 'authenticated', layout: 'shell', rule: { permission: 'global.administer' } },
  { path: '/global/search', group: 'authenticated', layout: 'shell', rule: { permission: 'global.administer' } },
  {
    path: '/insights-ai',
    group: 'authenticated',
    layout: 'shell',
    rule: { permission: 'tenant.administer', feature: 'insights' },
  },
  {
    path: '/error/404',
    group: 'authenticated',
    layout: 'shell',
    title: 'notFound.pageTitle',
    screen: () => import('../features/error/not-found.page.tsx'),
  },
  {
    path: '/error/500',
    group: 'authenticated',
    layout: 'shell',
    title: 'failure.pageTitle',
    screen: () => import('../features/error/failure.page.tsx'),
  },
  { path: '$', group: 'public', layout: 'empty', sends: 'landing' },
];

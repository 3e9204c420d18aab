import {
  localize,
  type Announcement,
  type Language,
  type LocalizedText,
  type Message,
  type Navigation,
  type NavigationItem,
  type Notification,
} from '@rise/contract';
import type { BrowserContext, Page, Request } from '@playwright/test';

/** A menu entry in every language. */
interface Entry extends Omit<NavigationItem, 'title' | 'subtitle' | 'tooltip' | 'badge' | 'children'> {
  readonly title: LocalizedText;
  readonly subtitle?: LocalizedText;
  readonly badge?: { readonly title: LocalizedText };
  readonly children?: readonly Entry[];
}

/**
 * Responses that fill the chrome: a menu with items of every kind and long words, as a large installation has, and lists
 * that no other journey changes. The page itself is real.
 */
const home: Entry = {
  id: 'home',
  type: 'basic',
  title: { en: 'Home', tr: 'Ana sayfa' },
  icon: 'home',
  link: '/home',
};
const reports: Entry = {
  id: 'reports',
  type: 'basic',
  title: { en: 'Reports', tr: 'Raporlar' },
  icon: 'report',
  link: '/reports',
  badge: { title: { en: '12', tr: '12' } },
};
const analysis: Entry[] = [
  {
    id: 'parameters',
    type: 'basic',
    title: { en: 'Warehouse parameters', tr: 'Veri ambarı değişkenleri' },
    link: '/snowflake/parameters',
  },
  {
    id: 'warehouse-data',
    type: 'collapsable',
    title: { en: 'Warehouse data', tr: 'Veri ambarı' },
    children: [
      { id: 'view', type: 'basic', title: { en: 'Tables', tr: 'Tablolar' }, link: '/warehouse-data-view' },
      { id: 'loads', type: 'basic', title: { en: 'Loads', tr: 'Yüklemeler' }, link: '/warehouse-data-loads' },
    ],
  },
];
const administration: Entry[] = [
  { id: 'users', type: 'basic', title: { en: 'People', tr: 'Kişiler' }, icon: 'users', link: '/users' },
  {
    id: 'domains',
    type: 'basic',
    title: { en: 'E-mail domains', tr: 'E-posta alan adları' },
    subtitle: { en: 'Who may join', tr: 'Kimler katılabilir' },
    icon: 'globe',
    link: '/domains',
  },
  {
    id: 'audit',
    type: 'basic',
    title: { en: 'Audit trail', tr: 'Denetim izi' },
    icon: 'shield',
    link: '/audit',
    disabled: true,
  },
];
const assistant: Entry = {
  id: 'assistant',
  type: 'basic',
  title: { en: 'Assistant', tr: 'Asistan' },
  icon: 'assistant',
  link: '/openai',
};
const outside: Entry = {
  id: 'outside',
  type: 'basic',
  title: { en: 'Regulator', tr: 'Düzenleyici' },
  icon: 'bank',
  link: 'https://ncua.gov/',
};
const line = (id: string): Entry => ({ id, type: 'divider', title: { en: id } });
const gap: Entry = { id: 'gap', type: 'spacer', title: { en: 'gap' } };
const ANALYSIS = { id: 'analysis', title: { en: 'Analysis', tr: 'Çözümleme' }, icon: 'chart' } as const;
const ADMINISTRATION = { id: 'administration', title: { en: 'Administration', tr: 'Yönetim' } } as const;

const MENUS: Readonly<Record<keyof Navigation, readonly Entry[]>> = {
  default: [
    home,
    reports,
    { ...ANALYSIS, type: 'collapsable', children: analysis },
    { ...ADMINISTRATION, type: 'group', children: administration },
    line('line'),
    { ...ANALYSIS, id: 'more', title: { en: 'Further', tr: 'Diğer' }, type: 'aside', children: [assistant] },
    gap,
    outside,
  ],
  compact: [
    home,
    reports,
    { ...ANALYSIS, type: 'aside', children: analysis },
    { ...ADMINISTRATION, icon: 'settings', type: 'aside', children: administration },
    outside,
  ],
  futuristic: [
    { id: 'portal', type: 'group', title: { en: 'Portal', tr: 'Portal' }, children: [home, reports] },
    { ...ADMINISTRATION, type: 'group', children: administration },
    { ...ANALYSIS, type: 'aside', children: analysis },
  ],
  horizontal: [
    home,
    reports,
    { ...ANALYSIS, type: 'group', children: analysis },
    { ...ADMINISTRATION, icon: 'settings', type: 'aside', children: administration },
    assistant,
    outside,
  ],
};

const unread = {
  id: '5b0c5a3e-54d1-4c92-9d4b-0c6d7f1e2a01',
  icon: 'mail',
  image: null,
  title: 'Data version 12',
  description: 'is loaded',
  time: '2026-01-31T08:00:00.000Z',
  read: false,
  link: null,
  useRouter: false,
} as const;

function inLanguage({ title, subtitle, badge, children, ...rest }: Entry, language: Language): NavigationItem {
  return {
    ...rest,
    title: localize(title, language),
    ...(subtitle && { subtitle: localize(subtitle, language) }),
    ...(badge && { badge: { title: localize(badge.title, language) } }),
    ...(children && { children: children.map((child) => inLanguage(child, language)) }),
  };
}

function menusIn(language: Language): Navigation {
  const menu = (entries: readonly Entry[]) => entries.map((entry) => inLanguage(entry, language));
  return {
    default: menu(MENUS.default),
    compact: menu(MENUS.compact),
    futuristic: menu(MENUS.futuristic),
    horizontal: menu(MENUS.horizontal),
  };
}

const NAVIGATION = '/api/common/navigation';
const RESPONSES = {
  '/api/common/messages': [unread] satisfies Message[],
  '/api/common/notifications': [{ ...unread, seen: true }] satisfies Notification[],
  '/api/v1/installation': { readOnly: null },
  '/api/v1/announcements': { announcements: [] satisfies Announcement[] },
  '/api/v1/alerts': { alerts: [{ configuratorType: 'loan-types', unmappedCount: 3 }] },
};

/** Replaces the responses that fill the chrome, in every page of the context. */
export async function stubChrome(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.pathname in RESPONSES,
    (route, request) =>
      request.method() === 'GET'
        ? route.fulfill({ json: RESPONSES[new URL(request.url()).pathname as keyof typeof RESPONSES] })
        : route.continue(),
  );
  await context.route(
    (url) => url.pathname === NAVIGATION,
    (route, request) => route.fulfill({ json: menusIn(languageOf(request)) }),
  );
}

/** Waits for the menus in a language, which the page requests once that is chosen. */
export async function menusRequested(page: Page, language: Language): Promise<void> {
  await page.waitForResponse(
    (response) => new URL(response.url()).pathname === NAVIGATION && languageOf(response.request()) === language,
  );
}

/** The page names its own language, not the browser's. */
function languageOf(request: Request): Language {
  return request.headers()['accept-language'] === 'tr' ? 'tr' : 'en';
}

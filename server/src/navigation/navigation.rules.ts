import {
  localize,
  type ApplicationSettings,
  type IconName,
  type Language,
  type LocalizedText,
  type Navigation,
  type NavigationItem,
  type Permission,
} from '@rise/contract';

/** A screen that appears in the menus. */
export interface Screen {
  readonly id: string;
  readonly title: LocalizedText;
  readonly icon: IconName;
  readonly link: string;
  /** The permission that opens it. */
  readonly permission: Permission;
  /** Whether people above the tenants open it without having entered one. */
  readonly withoutTenant?: true;
  /** Whether a screen below its link has an entry of its own. */
  readonly exact?: true;
  /** What the installation must have switched on. */
  readonly feature?: Feature;
}

export type Features = Readonly<ApplicationSettings['features']>;
type Feature = keyof Features;

/** The sections without the screens of what the installation has switched off. */
export function sectionsWith(features: Features): readonly Section[] {
  return SECTIONS.map((section) => ({
    ...section,
    screens: section.screens.filter(({ feature }) => feature === undefined || features[feature]),
  }));
}

/** Screens that belong together. The first section is the main one; menus present the others separately. */
export interface Section {
  readonly id: string;
  readonly title: LocalizedText;
  readonly icon: IconName;
  readonly screens: readonly Screen[];
}

/** The screens of the portal; one that does not exist yet is not listed. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'portal',
    title: { en: 'Portal', tr: 'Portal' },
    icon: 'home',
    screens: [
      {
        id: 'home',
        title: { en: 'Home', tr: 'Ana sayfa' },
        icon: 'home',
        link: '/home',
        permission: 'home.view',
        withoutTenant: true,
      },
      {
        id: 'reports',
        title: { en: 'Reports', tr: 'Raporlar' },
        icon: 'report',
        link: '/reports',
        permission: 'report.read',
      },
      {
        id: 'assistant',
        title: { en: 'Assistant', tr: 'Asistan' },
        icon: 'assistant',
        link: '/openai',
        permission: 'assistant.use',
        feature: 'chatbot',
      },
      {
        id: 'workspaces',
        title: { en: 'Workspaces', tr: 'Çalışma alanları' },
        icon: 'workspace',
        link: '/workspaces',
        permission: 'tenant.administer',
      },
    ],
  },
  {
    id: 'data',
    title: { en: 'Data', tr: 'Veriler' },
    icon: 'database',
    screens: [
      {
        id: 'catalog',
        title: { en: 'Catalog', tr: 'Katalog' },
        icon: 'tag',
        link: '/model',
        permission: 'model.read',
        exact: true,
      },
      {
        id: 'model',
        title: { en: 'Edit model', tr: 'Modeli düzenle' },
        icon: 'document',
        link: '/model/edit',
        permission: 'model.manage',
      },
      {
        id: 'data-view',
        title: { en: 'Tables', tr: 'Tablolar' },
        icon: 'database',
        link: '/warehouse-data-view',
        permission: 'data.view',
      },
      {
        id: 'parameters',
        title: { en: 'Parameters', tr: 'Parametreler' },
        icon: 'settings',
        link: '/snowflake/parameters',
        permission: 'model.read',
      },
      {
        id: 'configuration',
        title: { en: 'Configuration', tr: 'Yapılandırma' },
        icon: 'link',
        link: '/configuration',
        permission: 'configuration.manage',
      },
      { id: 'sql', title: { en: 'SQL', tr: 'SQL' }, icon: 'table', link: '/sql', permission: 'query.sql' },
      {
        id: 'import',
        title: { en: 'Import data', tr: 'Veri aktarma' },
        icon: 'upload',
        link: '/import',
        permission: 'data.manage',
      },
      {
        id: 'data-versions',
        title: { en: 'Data versions', tr: 'Veri sürümleri' },
        icon: 'clock',
        link: '/data-versions',
        permission: 'model.manage',
      },
      {
        id: 'sources',
        title: { en: 'Sources', tr: 'Veri kaynakları' },
        icon: 'database',
        link: '/sources',
        permission: 'data.manage',
      },
      {
        id: 'copies',
        title: { en: 'Scheduled copies', tr: 'Zamanlanmış kopyalar' },
        icon: 'download',
        link: '/copies',
        permission: 'data.manage',
      },
    ],
  },
  {
    id: 'administration',
    title: { en: 'Administration', tr: 'Yönetim' },
    icon: 'settings',
    // Of a tenant first, then of all tenants: few people see both.
    screens: [
      {
        id: 'users',
        title: { en: 'Users', tr: 'Kullanıcılar' },
        icon: 'users',
        link: '/users',
        permission: 'tenant.administer',
      },
      {
        id: 'organization',
        title: { en: 'Organization', tr: 'Kurum' },
        icon: 'bank',
        link: '/organization',
        permission: 'tenant.administer',
      },
      {
        id: 'domains',
        title: { en: 'Domains', tr: 'Alan adları' },
        icon: 'globe',
        link: '/domains',
        permission: 'tenant.administer',
      },
      {
        id: 'identity-provider',
        title: { en: 'Sign-in', tr: 'Oturum açma' },
        icon: 'lock',
        link: '/identity-provider',
        permission: 'tenant.administer',
      },
      {
        id: 'provisioning',
        title: { en: 'Provisioning', tr: 'Kullanıcı sağlama' },
        icon: 'contact',
        link: '/provisioning',
        permission: 'tenant.administer',
      },
      {
        id: 'embedding',
        title: { en: 'Embedding', tr: 'Gömme' },
        icon: 'chart',
        link: '/embedding',
        permission: 'tenant.administer',
      },
      {
        id: 'webhooks',
        title: { en: 'Webhooks', tr: 'Webhook’lar' },
        icon: 'link',
        link: '/webhooks',
        permission: 'tenant.administer',
      },
      {
        id: 'mail',
        title: { en: 'Mail', tr: 'E-posta' },
        icon: 'mail',
        link: '/mail',
        permission: 'tenant.administer',
      },
      {
        id: 'insights',
        title: { en: 'Insights', tr: 'İçgörüler' },
        icon: 'chart',
        link: '/insights-ai',
        permission: 'tenant.administer',
        feature: 'insights',
      },
      {
        id: 'knowledge',
        title: { en: 'Knowledge', tr: 'Bilgi belgeleri' },
        icon: 'document',
        link: '/knowledge',
        permission: 'tenant.administer',
        feature: 'chatbot',
      },
      {
        id: 'assistant-usage',
        title: { en: 'Assistant usage', tr: 'Asistan kullanımı' },
        icon: 'chart',
        link: '/assistant-usage',
        permission: 'tenant.administer',
        feature: 'chatbot',
      },
      {
        id: 'question-evaluation',
        title: { en: 'Question evaluation', tr: 'Soru değerlendirmesi' },
        icon: 'check',
        link: '/question-evaluation',
        permission: 'tenant.administer',
        feature: 'chatbot',
      },
      {
        id: 'tenants',
        title: { en: 'Tenants', tr: 'Kurumlar' },
        icon: 'bank',
        link: '/tenants',
        permission: 'tenants.view',
        withoutTenant: true,
      },
      {
        id: 'system',
        title: { en: 'System', tr: 'Sistem' },
        icon: 'task',
        link: '/global/system',
        permission: 'system.view',
        withoutTenant: true,
      },
      {
        id: 'global-users',
        title: { en: 'Global users', tr: 'Genel kullanıcılar' },
        icon: 'users',
        link: '/global/users',
        permission: 'global.administer',
        withoutTenant: true,
      },
      {
        id: 'workspace-templates',
        title: { en: 'Workspace templates', tr: 'Çalışma alanı şablonları' },
        icon: 'workspace',
        link: '/global/templates',
        permission: 'global.administer',
        withoutTenant: true,
      },
      {
        id: 'global-announcements',
        title: { en: 'Announcements', tr: 'Duyurular' },
        icon: 'megaphone',
        link: '/global/announcements',
        permission: 'global.administer',
        withoutTenant: true,
      },
      {
        id: 'global-search',
        title: { en: 'Search administration', tr: 'Arama yönetimi' },
        icon: 'search',
        link: '/global/search',
        permission: 'global.administer',
        withoutTenant: true,
      },
      {
        id: 'audit',
        title: { en: 'Audit trail', tr: 'Denetim izi' },
        icon: 'shield',
        link: '/audit',
        permission: 'audit.read',
        withoutTenant: true,
      },
    ],
  },
];

/** How a menu presents the first section and the others: as plain entries, or under an entry of this kind. */
type Style = readonly [first: 'lines' | 'group', others: 'group' | 'aside' | 'collapsable'];

const STYLES = {
  default: ['lines', 'group'],
  compact: ['lines', 'aside'],
  futuristic: ['group', 'aside'],
  horizontal: ['lines', 'collapsable'],
} as const satisfies Record<keyof Navigation, Style>;

/** Who reads the menus. */
export interface MenuReader {
  readonly permissions: ReadonlySet<Permission>;
  /** Null: in no tenant. */
  readonly tenantId: string | null;
}

/** The screens that a permission opens, also those that need a tenant which the reader has not entered yet. */
export const permittedScreens = (
  permissions: MenuReader['permissions'],
  sections: readonly Section[] = SECTIONS,
): readonly Screen[] =>
  sections.flatMap(({ screens }) => screens.filter(({ permission }) => permissions.has(permission)));

/** The sections with the screens that the reader can open as they are; empty sections are left out. */
export function openSections(
  { permissions, tenantId }: MenuReader,
  sections: readonly Section[] = SECTIONS,
): readonly Section[] {
  const canOpen = ({ permission, withoutTenant }: Screen) =>
    permissions.has(permission) && (withoutTenant === true || tenantId !== null);
  return sections
    .map((section) => ({ ...section, screens: section.screens.filter(canOpen) }))
    .filter(({ screens }) => screens.length > 0);
}

/** The four menus in a language, with the screens that the reader can open. */
export function menusFor(reader: MenuReader, language: Language, sections: readonly Section[] = SECTIONS): Navigation {
  const open = openSections(reader, sections);
  const menu = ([first, others]: Style): NavigationItem[] =>
    open.flatMap((section) => {
      const kind = section.id === sections[0]?.id ? first : others;
      const lines = section.screens.map(({ id, title, icon, link, exact }): NavigationItem => ({
        id,
        title: localize(title, language),
        type: 'basic',
        icon,
        link,
        ...(exact && { exactMatch: true }),
      }));
      if (kind === 'lines') return lines;
      const { id, title, icon } = section;
      return [{ id, title: localize(title, language), type: kind, ...(kind !== 'group' && { icon }), children: lines }];
    });
  return {
    default: menu(STYLES.default),
    compact: menu(STYLES.compact),
    futuristic: menu(STYLES.futuristic),
    horizontal: menu(STYLES.horizontal),
  };
}

import type { IconName } from '@rise/contract';

/** A screen of the suite with its place in the menus: id, icon, address, title in English and Turkish. */
type Screen = readonly [id: string, icon: IconName, link: string, title: readonly [string, string]];

export interface Section {
  readonly id: string;
  readonly icon: IconName;
  readonly title: readonly [string, string];
  readonly subtitle: readonly [string, string];
  readonly screens: readonly Screen[];
}

/** Every screen of the suite, by section. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'dashboards',
    icon: 'chart',
    title: ['Dashboards', 'Panolar'],
    subtitle: ['Figures at a glance', 'Bir bakışta rakamlar'],
    screens: [
      ['dashboards.project', 'workspace', '/dashboards/project', ['Project', 'Proje']],
      ['dashboards.analytics', 'chart', '/dashboards/analytics', ['Analytics', 'Analiz']],
      ['dashboards.finance', 'bank', '/dashboards/finance', ['Finance', 'Finans']],
      ['dashboards.crypto', 'coins', '/dashboards/crypto', ['Crypto', 'Kripto']],
    ],
  },
  {
    id: 'apps',
    icon: 'workspace',
    title: ['Apps', 'Uygulamalar'],
    subtitle: ['The daily work', 'Günlük işler'],
    screens: [
      ['apps.academy', 'bookmark', '/apps/academy', ['Academy', 'Akademi']],
      ['apps.chat', 'chat', '/apps/chat', ['Chat', 'Sohbet']],
      ['apps.contacts', 'contact', '/apps/contacts', ['Contacts', 'Kişiler']],
      ['apps.inventory', 'table', '/apps/ecommerce/inventory', ['Inventory', 'Envanter']],
      ['apps.file-manager', 'folder', '/apps/file-manager', ['Files', 'Dosyalar']],
      ['apps.help-center', 'help', '/apps/help-center', ['Help center', 'Yardım merkezi']],
      ['apps.mailbox', 'mail', '/apps/mailbox', ['Mailbox', 'Posta kutusu']],
      ['apps.notes', 'note', '/apps/notes', ['Notes', 'Notlar']],
      ['apps.scrumboard', 'report', '/apps/scrumboard', ['Scrumboard', 'İş panosu']],
      ['apps.tasks', 'task', '/apps/tasks', ['Tasks', 'Görevler']],
    ],
  },
  {
    id: 'pages',
    icon: 'document',
    title: ['Pages', 'Sayfalar'],
    subtitle: ['Ready to use', 'Kullanıma hazır'],
    screens: [
      ['pages.activities', 'clock', '/pages/activities', ['Activities', 'Etkinlikler']],
      ['pages.sign-in', 'lock', '/pages/authentication/sign-in/classic', ['Sign-in', 'Giriş']],
      ['pages.coming-soon', 'calendar', '/pages/coming-soon/classic', ['Coming soon', 'Çok yakında']],
      ['pages.error', 'alert', '/pages/error/404', ['Errors', 'Hata sayfaları']],
      ['pages.maintenance', 'settings', '/pages/maintenance', ['Maintenance', 'Bakım']],
      ['pages.invoice', 'credit-card', '/pages/invoice/printable', ['Invoices', 'Faturalar']],
      ['pages.pricing', 'tag', '/pages/pricing', ['Pricing', 'Fiyatlar']],
      ['pages.profile', 'user', '/pages/profile', ['Profile', 'Profil']],
      ['pages.settings', 'settings', '/pages/settings', ['Settings', 'Ayarlar']],
    ],
  },
  {
    id: 'interface',
    icon: 'star',
    title: ['Interface', 'Arayüz'],
    subtitle: ['What screens are made of', 'Ekranların yapı taşları'],
    screens: [['interface.icons', 'star', '/ui/icons', ['Icons', 'Simgeler']]],
  },
];

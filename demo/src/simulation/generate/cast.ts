import type { Text } from '../text.ts';
import { portrait } from './portrait.ts';
import { createRandom } from './random.ts';

/** Somebody who turns up throughout the suite: in mails, chats, boards and among the contacts. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly title: Text;
  readonly company: string;
  readonly avatar: string;
}

const HOME = 'Elmwood Credit Union';

const LINES = [
  ['Aylin Demirci', 'Head of lending', 'Krediler müdürü', HOME],
  ['Marcus Oyelaran', 'Chief financial officer', 'Mali işler direktörü', HOME],
  ['Priya Raghunathan', 'Data analyst', 'Veri analisti', HOME],
  ['Jonas Lindqvist', 'Branch manager', 'Şube müdürü', HOME],
  ['Elif Karaca', 'Member services lead', 'Üye hizmetleri yöneticisi', HOME],
  ['Thomas Achebe', 'Risk officer', 'Risk yetkilisi', HOME],
  ['Camila Ferreira', 'Product manager', 'Ürün yöneticisi', HOME],
  ['Henrik Nyström', 'Software engineer', 'Yazılım mühendisi', HOME],
  ['Zeynep Aksoy', 'Designer', 'Tasarımcı', HOME],
  ['Daniel Whitcombe', 'Compliance officer', 'Uyum yetkilisi', HOME],
  ['Mei-Ling Tran', 'Treasurer', 'Hazine sorumlusu', HOME],
  ['Oluwaseun Bello', 'Collections lead', 'Tahsilat yöneticisi', HOME],
  ['Ingrid Solberg', 'External auditor', 'Bağımsız denetçi', 'Solberg & Hale Audit'],
  ['Rafael Domínguez', 'Account manager', 'Müşteri yöneticisi', 'Northgate Print'],
  ['Burak Yıldırım', 'Security consultant', 'Güvenlik danışmanı', 'Kale Bilişim'],
  ['Sofia Marchetti', 'Sales director', 'Satış direktörü', 'Cardline Systems'],
  ['Amara Nwosu', 'Economist', 'Ekonomist', 'Lakeside Research'],
  ['Lucas Bergeron', 'Project lead', 'Proje yöneticisi', 'Harbor Software'],
  ['Hana Kobayashi', 'Illustrator', 'Çizer', 'Studio Kobayashi'],
  ['Mehmet Tunçer', 'Facilities manager', 'Tesis müdürü', 'Elmwood Offices'],
  ['Grace Abernathy', 'Board member', 'Yönetim kurulu üyesi', HOME],
  ['Yusuf Çelik', 'Trainer', 'Eğitmen', 'Anadolu Akademi'],
  ['Nadia Petrova', 'Recruiter', 'İşe alım uzmanı', 'Crossfield People'],
  ['Samuel Okafor', 'Appraiser', 'Değerleme uzmanı', 'Okafor Appraisals'],
  ['Isabelle Laurent', 'Lawyer', 'Avukat', 'Laurent & Partners'],
  ['Kerem Aydın', 'Network engineer', 'Ağ mühendisi', 'Kale Bilişim'],
  ['Fiona MacAllister', 'Event manager', 'Etkinlik yöneticisi', 'Harbor Events'],
  ['Deepak Menon', 'Actuary', 'Aktüer', 'Lakeside Research'],
] as const;

const LETTERS: Readonly<Record<string, string>> = { ı: 'i', ö: 'o', ü: 'u', ş: 's', ç: 'c', ğ: 'g', ø: 'o' };

/** A name or title as it stands in an address: lower-case letters of English and hyphens. */
function inAddress(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/./gu, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, '-');
}

const random = createRandom('the cast');

/** Everybody, always the same people with the same ids. */
export const CAST: readonly Person[] = LINES.map(([name, en, tr, company]) => ({
  id: random.uuid(),
  name,
  email: `${inAddress(name).replace('-', '.')}@${inAddress(company)}.example`,
  title: { en, tr },
  company,
  avatar: portrait(name),
}));

/** Those who work at the demo user's own place. */
export const COLLEAGUES: readonly Person[] = CAST.filter(({ company }) => company === HOME);

export const DEMO_USER = {
  id: random.uuid(),
  name: 'Deniz Arslan',
  email: 'demo@rise.example',
  password: 'rise-demo',
  avatar: portrait('Deniz Arslan'),
} as const;

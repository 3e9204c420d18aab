import type { IconName } from '@rise/contract';
import { CAST } from '../../generate/cast.ts';
import { dayFrom, minutesBefore } from '../../generate/days.ts';
import type { Seeding, StateOf } from '../../group.ts';

type Pair = readonly [en: string, tr: string];
interface Line {
  /** Minutes ago today, or days ago and the hour. */
  readonly at: number | readonly [days: number, hour: number];
  /** Who, by name, or a picture. */
  readonly who: string | { readonly icon: IconName };
  readonly text: Pair;
  readonly extra?: Pair;
  readonly link?: readonly [to: string, text: Pair];
}

const LINES: readonly Line[] = [
  {
    at: 12,
    who: 'Priya Raghunathan',
    text: [
      '<strong>Priya Raghunathan</strong> finished the report on deposits',
      '<strong>Priya Raghunathan</strong> mevduat raporunu bitirdi',
    ],
    link: ['/dashboards/analytics', ['Open the figures', 'Rakamları aç']],
  },
  {
    at: 75,
    who: { icon: 'upload' },
    text: [
      'Four files were put into <strong>Board papers</strong>',
      '<strong>Kurul evrakı</strong> klasörüne dört dosya kondu',
    ],
    link: ['/apps/file-manager', ['Go to the files', 'Dosyalara git']],
  },
  {
    at: 200,
    who: 'Zeynep Aksoy',
    text: [
      '<strong>Zeynep Aksoy</strong> commented on the transfer screen',
      '<strong>Zeynep Aksoy</strong> para gönderme ekranına yorum yazdı',
    ],
    extra: [
      '<p>The second draft is the calmer one. Shall we try it with ten members?</p>',
      '<p>İkinci taslak daha sakin. On üyeyle deneyelim mi?</p>',
    ],
  },
  {
    at: [1, 16],
    who: { icon: 'check' },
    text: ['The closing of the month is complete', 'Ay kapanışı tamamlandı'],
    extra: [
      '<p>All <strong>42</strong> accounts agree with the ledger.</p>',
      '<p><strong>42</strong> hesabın tümü defterle uyuşuyor.</p>',
    ],
  },
  {
    at: [1, 9],
    who: 'Marcus Oyelaran',
    text: ['<strong>Marcus Oyelaran</strong> gave you a task', '<strong>Marcus Oyelaran</strong> size bir görev verdi'],
    link: ['/apps/tasks', ['See your tasks', 'Görevlerinize bakın']],
  },
  {
    at: [2, 14],
    who: 'Jonas Lindqvist',
    text: [
      '<strong>Jonas Lindqvist</strong> opened the branch on Mill Lane',
      '<strong>Jonas Lindqvist</strong> Mill Lane şubesini açtı',
    ],
  },
  {
    at: [4, 11],
    who: { icon: 'mail' },
    text: ['The newsletter went to <strong>8,312</strong> members', 'Bülten <strong>8.312</strong> üyeye gitti'],
    link: ['/apps/mailbox', ['Read it', 'Oku']],
  },
  {
    at: [6, 10],
    who: 'Thomas Achebe',
    text: [
      '<strong>Thomas Achebe</strong> set new concentration limits',
      '<strong>Thomas Achebe</strong> yeni yoğunlaşma limitleri koydu',
    ],
    extra: [
      '<ul><li>Member business loans: 12 %</li><li>Auto loans, indirect: 25 %</li></ul>',
      '<ul><li>Üye işletme kredileri: %12</li><li>Dolaylı taşıt kredileri: %25</li></ul>',
    ],
  },
  {
    at: [9, 15],
    who: { icon: 'shield' },
    text: ['The yearly security training is done by everybody', 'Yıllık güvenlik eğitimini herkes tamamladı'],
    link: ['/apps/academy', ['To the courses', 'Eğitimlere git']],
  },
  {
    at: [13, 9],
    who: 'Grace Abernathy',
    text: [
      '<strong>Grace Abernathy</strong> joined the board',
      '<strong>Grace Abernathy</strong> yönetim kuruluna katıldı',
    ],
  },
];

export function seedActivities({ random, now }: Seeding): StateOf<'activities'> {
  return {
    activities: LINES.map(({ at, who, text: [en, tr], extra, link }) => ({
      id: random.uuid(),
      icon: typeof who === 'string' ? null : who.icon,
      image: typeof who === 'string' ? CAST.find(({ name }) => name === who)!.avatar : null,
      description: { en, tr },
      date: typeof at === 'number' ? minutesBefore(now, at) : dayFrom(now, -at[0], at[1]),
      extraContent: extra ? { en: extra[0], tr: extra[1] } : null,
      linkedContent: link ? { en: link[1][0], tr: link[1][1] } : null,
      link: link?.[0] ?? null,
      useRouter: link !== undefined,
    })),
  };
}

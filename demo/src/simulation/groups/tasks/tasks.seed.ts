import { COLLEAGUES } from '../../generate/cast.ts';
import { dayFrom } from '../../generate/days.ts';
import type { Seeding, StateOf } from '../../group.ts';

const both = (en: string, tr: string) => ({ en, tr });
const TAGS = [
  both('Api', 'Api'),
  both('Frontend', 'Ön yüz'),
  both('Bug', 'Hata'),
  both('Backend', 'Arka yüz'),
  both('Urgent', 'Acil'),
  both('Discuss', 'Konuşulacak'),
];

/** Title in English and Turkish; then due in so many days, priority, tags by place, done; a section has the title only. */
const LINES = [
  ['This week', 'Bu hafta'],
  ['Reconcile the card settlement account', 'Kart takas hesabının mutabakatını yapın', 0, 2, [3, 4], false],
  ['Send the board papers to Grace', 'Kurul evrakını Grace’e gönderin', 1, 2, [5], false],
  ['Fix the rounding of the dividend preview', 'Kâr payı ön izlemesindeki yuvarlamayı düzeltin', 1, 1, [1, 2], false],
  ['Answer the auditors’ sample request', 'Denetçilerin örnek isteğini yanıtlayın', 2, 2, [4], false],
  ['Plan the branch visits in April', 'Nisan şube ziyaretlerini planlayın', 3, 0, [], false],
  ['Renew the certificate of the payments gateway', 'Ödeme geçidinin sertifikasını yenileyin', 2, 1, [0, 3], true],
  ['Member app', 'Üye uygulaması'],
  ['Draw the empty state of the transfer list', 'Aktarım listesinin boş hâlini çizin', 5, 1, [1], false],
  ['Let the search find accents', 'Arama aksanlı harfleri bulsun', 6, 1, [0, 3], false],
  ['Keep drafts when the connection drops', 'Bağlantı koptuğunda taslaklar kaybolmasın', 9, 1, [1, 3], false],
  ['Shorten the sign-in to two steps', 'Girişi iki adıma indirin', 12, 0, [1, 5], false],
  ['Test with a screen reader', 'Ekran okuyucuyla deneyin', 8, 1, [1], true],
  ['Lending', 'Krediler'],
  ['Review the auto loan rate sheet', 'Taşıt kredisi faiz tablosunu gözden geçirin', 4, 2, [5], false],
  ['Compare charge-offs with last year', 'Zararları geçen yılla karşılaştırın', 7, 1, [], false],
  ['Write the policy for co-signers', 'Kefil ilkesini yazın', 15, 1, [5], false],
  [
    'Collect three appraisals for the Mill Lane branch',
    'Mill Lane şubesi için üç değerleme toplayın',
    20,
    0,
    [],
    false,
  ],
  ['Later', 'Sonra'],
  ['Ask Yusuf about the course on deposits', 'Yusuf’a mevduat eğitimini sorun', null, 0, [], false],
  ['Tidy the shared folders', 'Ortak klasörleri toparlayın', null, 0, [], true],
  ['Read the report on digital wallets', 'Dijital cüzdan raporunu okuyun', null, 0, [5], false],
] as const;

const STEPS = [
  both('Collect the figures', 'Rakamları toplayın'),
  both('Check with a colleague', 'Bir iş arkadaşınızla denetleyin'),
  both('Send it off', 'Gönderin'),
];

export function seedTasks({ random, now }: Seeding): StateOf<'tasks'> {
  const tags = TAGS.map((title) => ({ id: random.uuid(), title }));
  const tasks = LINES.map((line, order) => {
    const [en, tr, due = null, priority = 1, marks = [], completed = false] = line;
    const section = line.length === 2;
    const steps = !section && random.chance(0.4) ? STEPS : [];
    return {
      id: random.uuid(),
      type: section ? ('section' as const) : ('task' as const),
      title: { en, tr },
      notes:
        !section && random.chance(0.3)
          ? both('Details are in the mail of last week.', 'Ayrıntılar geçen haftaki postada.')
          : null,
      completed,
      dueDate: due === null ? null : dayFrom(now, due, 16),
      priority,
      tags: marks.map((place) => tags[place]!.id),
      assignedTo: section || random.chance(0.3) ? null : random.pick(COLLEAGUES).id,
      subTasks: steps.map((title) => ({ id: random.uuid(), title, completed: completed || random.chance(0.4) })),
      order,
    };
  });
  return { tags, tasks };
}

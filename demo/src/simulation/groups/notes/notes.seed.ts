import { dayFrom } from '../../generate/days.ts';
import { scene } from '../../generate/scene.ts';
import type { Seeding, StateOf } from '../../group.ts';

const both = (en: string, tr: string) => ({ en, tr });
const LABELS = [
  both('Family', 'Aile'),
  both('Work', 'İş'),
  both('Tasks', 'Görevler'),
  both('Priority', 'Öncelik'),
  both('Personal', 'Kişisel'),
  both('Friends', 'Arkadaşlar'),
];

type Pair = readonly [en: string, tr: string];
interface Line {
  readonly title: Pair;
  readonly content?: Pair;
  readonly tasks?: readonly (readonly [en: string, tr: string, completed: boolean])[];
  /** Places among the labels. */
  readonly labels?: readonly number[];
  readonly image?: true;
  readonly reminder?: number;
  readonly archived?: true;
  readonly daysAgo: number;
}

const LINES: readonly Line[] = [
  {
    title: ['Questions for the auditors', 'Denetçilere sorular'],
    content: [
      'Which sample do they want of the March loans? Do scans of the signed forms do?',
      'Mart kredilerinden hangi örneği istiyorlar? İmzalı formların taraması yeter mi?',
    ],
    labels: [1, 3],
    reminder: 1,
    daysAgo: 1,
  },
  {
    title: ['Weekend', 'Hafta sonu'],
    tasks: [
      ['Bread and olives', 'Ekmek ve zeytin', true],
      ['Fix the bicycle', 'Bisikleti onar', false],
      ['Call grandmother', 'Büyükanneyi ara', false],
    ],
    labels: [0, 4],
    daysAgo: 2,
  },
  {
    title: ['The lake at six in the morning', 'Sabahın altısında göl'],
    content: [
      'No wind, two herons. Come back with a camera.',
      'Rüzgâr yok, iki balıkçıl. Fotoğraf makinesiyle dönmeli.',
    ],
    image: true,
    labels: [4],
    daysAgo: 4,
  },
  {
    title: ['Onboarding of new tellers', 'Yeni veznedarların işe alıştırılması'],
    tasks: [
      ['Access cards', 'Giriş kartları', true],
      ['Course on cash handling', 'Nakit eğitimi', true],
      ['A week beside Elif', 'Elif’in yanında bir hafta', false],
    ],
    labels: [1, 2],
    daysAgo: 6,
  },
  {
    title: ['Idea', 'Fikir'],
    content: ['Show the rate and the fee in one sentence.', 'Faizi ve ücreti tek cümlede göster.'],
    labels: [1],
    daysAgo: 8,
  },
  {
    title: ['Birthday of Kerem', 'Kerem’in doğum günü'],
    content: ['He wants the book about maps.', 'Harita kitabını istiyor.'],
    labels: [5],
    reminder: 12,
    daysAgo: 9,
  },
  {
    title: ['Numbers to remember for the board', 'Kurul için akılda tutulacak rakamlar'],
    content: [
      'Members 41,870. Loans to shares 78 %. Delinquency 0.61 %. Net worth 11.2 %. One slide each, no more.',
      'Üye 41.870. Kredi/mevduat %78. Gecikme %0,61. Öz kaynak %11,2. Her birine bir sayfa, fazlası değil.',
    ],
    labels: [1, 3],
    daysAgo: 11,
  },
  {
    title: ['Train to the coast', 'Sahile tren'],
    content: ['Seats on the left have the view.', 'Manzara sol koltuklarda.'],
    image: true,
    labels: [0, 5],
    daysAgo: 15,
  },
  {
    title: ['Recipe: lentil soup', 'Tarif: mercimek çorbası'],
    tasks: [
      ['Red lentils, two cups', 'İki bardak kırmızı mercimek', false],
      ['Cumin and mint', 'Kimyon ve nane', false],
      ['Lemon at the table', 'Sofrada limon', false],
    ],
    labels: [0],
    daysAgo: 21,
  },
  {
    title: ['Old office keys', 'Eski ofis anahtarları'],
    content: ['Given back to Mehmet on Tuesday.', 'Salı günü Mehmet’e verildi.'],
    labels: [1],
    archived: true,
    daysAgo: 48,
  },
  {
    title: ['Course notes: interest rate risk', 'Ders notu: faiz riski'],
    content: [
      'Short assets and long liabilities: the margin grows when rates rise. Test it with 300 basis points.',
      'Kısa varlık, uzun yükümlülük: faiz artınca marj büyür. 300 baz puanla sına.',
    ],
    labels: [1, 4],
    archived: true,
    daysAgo: 60,
  },
];

export function seedNotes({ random, now }: Seeding): StateOf<'notes'> {
  const labels = LABELS.map((title) => ({ id: random.uuid(), title }));
  const notes = LINES.map((line) => ({
    id: random.uuid(),
    title: both(...line.title),
    content: line.content ? both(...line.content) : '',
    tasks: line.tasks?.map(([en, tr, completed]) => ({ id: random.uuid(), content: both(en, tr), completed })) ?? null,
    image: line.image ? scene(line.title[0]) : null,
    reminder: line.reminder === undefined ? null : dayFrom(now, line.reminder, 9),
    labels: (line.labels ?? []).map((place) => labels[place]!.id),
    archived: line.archived ?? false,
    createdAt: dayFrom(now, -line.daysAgo, 8, random.int(0, 59)),
    updatedAt: null,
  }));
  return { notes, labels };
}

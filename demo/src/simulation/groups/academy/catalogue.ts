import { createRandom } from '../../generate/random.ts';
import type { Step } from './courses/course.ts';

const both = (en: string, tr: string) => ({ en, tr });
const idOf = (name: string) => createRandom(`academy: ${name}`).uuid();

export const CATEGORIES = [
  { id: idOf('web'), title: both('Web', 'Web'), slug: 'web' as const },
  { id: idOf('firebase'), title: both('Firebase', 'Firebase'), slug: 'firebase' as const },
  { id: idOf('cloud'), title: both('Cloud', 'Bulut'), slug: 'cloud' as const },
  { id: idOf('android'), title: both('Android', 'Android'), slug: 'android' as const },
];

type Steps = () => Promise<{ readonly STEPS: readonly Step[] }>;

/** Slug, category, minutes, days since it was updated, featured, title, description, and its steps, fetched when it is opened. */
const LINES: readonly (readonly [
  slug: string,
  category: (typeof CATEGORIES)[number]['slug'],
  duration: 30 | 45 | 60 | 90 | 120,
  daysAgo: number,
  featured: boolean,
  title: { en: string; tr: string },
  description: { en: string; tr: string },
  steps: Steps,
])[] = [
  [
    'accessible-forms',
    'web',
    60,
    12,
    true,
    both('Forms that everybody can fill in', 'Herkesin doldurabildiği formlar'),
    both(
      'Labels, errors, focus: how a form works without a mouse, without sight and in a hurry.',
      'Etiket, hata, odak: bir form faresiz, görmeden ve aceleyle nasıl çalışır.',
    ),
    () => import('./courses/accessible-forms.ts'),
  ],
  [
    'fast-pages',
    'web',
    45,
    40,
    false,
    both('Pages that are there at once', 'Hemen açılan sayfalar'),
    both(
      'Where the seconds go, how to find them, and how to keep them away.',
      'Saniyeler nereye gider, nasıl bulunur, nasıl uzak tutulur.',
    ),
    () => import('./courses/fast-pages.ts'),
  ],
  [
    'firebase-messages',
    'firebase',
    30,
    25,
    false,
    both('Push messages with Firebase', 'Firebase ile anlık bildirim'),
    both(
      'From the first token to quiet hours: tell members what matters, and nothing else.',
      'İlk belirteçten sessiz saatlere: üyelere yalnızca önemli olanı bildirin.',
    ),
    () => import('./courses/firebase-messages.ts'),
  ],
  [
    'backups-in-the-cloud',
    'cloud',
    90,
    5,
    true,
    both('Backups that can be restored', 'Geri yüklenebilen yedekler'),
    both(
      'What to keep, where, for how long, and how to know that it is any good.',
      'Ne, nerede, ne kadar saklanır ve işe yaradığı nasıl bilinir.',
    ),
    () => import('./courses/backups-in-the-cloud.ts'),
  ],
  [
    'first-android-screen',
    'android',
    120,
    63,
    false,
    both('A first screen on Android', 'Android’de ilk ekran'),
    both(
      'A balance and five movements, done as if members relied on it.',
      'Bir bakiye ve beş hareket; üyeler ona güveniyormuş gibi yapılmış.',
    ),
    () => import('./courses/first-android-screen.ts'),
  ],
];

export const COURSES = LINES.map(([slug, category, duration, daysAgo, featured, title, description, steps]) => ({
  id: idOf(slug),
  slug,
  category,
  duration,
  daysAgo,
  featured,
  title,
  description,
  steps,
}));

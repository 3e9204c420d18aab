import { createRandom } from '../../generate/random.ts';
import courses from './data/courses.json';

const both = (en: string, tr: string) => ({ en, tr });
const idOf = (name: string) => createRandom(`academy: ${name}`).uuid();

export const CATEGORIES = [
  { id: idOf('web'), title: both('Web', 'Web'), slug: 'web' as const },
  { id: idOf('firebase'), title: both('Firebase', 'Firebase'), slug: 'firebase' as const },
  { id: idOf('cloud'), title: both('Cloud', 'Bulut'), slug: 'cloud' as const },
  { id: idOf('android'), title: both('Android', 'Android'), slug: 'android' as const },
];

interface CatalogEntry {
  readonly slug: string;
  readonly category: (typeof CATEGORIES)[number]['slug'];
  /** Minutes. */
  readonly duration: 30 | 45 | 60 | 90 | 120;
  /** Days since it was updated. */
  readonly daysAgo: number;
  readonly featured: boolean;
  readonly title: { en: string; tr: string };
  readonly description: { en: string; tr: string };
}

export const COURSES = (courses as CatalogEntry[]).map((course) => ({ id: idOf(course.slug), ...course }));

/** A course's steps are loaded when it is opened. */
export const STEPS = {
  'accessible-forms': () => import('./data/steps/accessible-forms.json'),
  'fast-pages': () => import('./data/steps/fast-pages.json'),
  'firebase-messages': () => import('./data/steps/firebase-messages.json'),
  'backups-in-the-cloud': () => import('./data/steps/backups-in-the-cloud.json'),
  'first-android-screen': () => import('./data/steps/first-android-screen.json'),
};

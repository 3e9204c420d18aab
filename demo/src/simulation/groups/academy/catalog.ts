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

interface LocalizedBlocks {
  /** A paragraph, or the items of a list; inline code is HTML. */
  readonly en: readonly (string | readonly string[])[];
  readonly tr: readonly (string | readonly string[])[];
}

export interface CatalogStep {
  readonly title: { en: string; tr: string };
  readonly subtitle: { en: string; tr: string };
  readonly content: LocalizedBlocks;
  readonly check?: {
    question: { en: string; tr: string };
    options: { title: { en: string; tr: string }; isCorrect: boolean }[];
    answer: { en: string; tr: string };
  };
}

/** A course's steps are loaded when it is opened. */
export const STEPS: Readonly<Record<string, () => Promise<{ default: readonly CatalogStep[] }>>> = {
  'accessible-forms': () => import('./data/steps/accessible-forms.json'),
  'fast-pages': () => import('./data/steps/fast-pages.json'),
  'firebase-messages': () => import('./data/steps/firebase-messages.json'),
  'backups-in-the-cloud': () => import('./data/steps/backups-in-the-cloud.json'),
  'first-android-screen': () => import('./data/steps/first-android-screen.json'),
  'fraud-alerts': () => import('./data/steps/fraud-alerts.json'),
  'phishing-pages': () => import('./data/steps/phishing-pages.json'),
  'plain-words': () => import('./data/steps/plain-words.json'),
  'safe-sharing': () => import('./data/steps/safe-sharing.json'),
  'when-a-vendor-fails': () => import('./data/steps/when-a-vendor-fails.json'),
  'help-with-the-app': () => import('./data/steps/help-with-the-app.json'),
  'mobile-deposits': () => import('./data/steps/mobile-deposits.json'),
  'measure-the-app': () => import('./data/steps/measure-the-app.json'),
};

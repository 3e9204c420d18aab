import { fold } from '@rise/contract/fold';
import type { Text } from '../text.ts';
import people from './data/people.json';
import { portrait } from './portrait.ts';
import { createRandom } from './random.ts';

/** A fictional person used throughout the demo: in mails, chats, boards and contacts. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly title: Text;
  readonly company: string;
  readonly avatar: string;
}

const HOME = 'Elmwood Credit Union';

/** A name or title as a URL slug: lower-case ASCII letters and hyphens. */
const inAddress = (name: string): string => fold(name).replaceAll(/[^a-z0-9]+/g, '-');

const random = createRandom('the cast');

/** All fictional people. Their ids never change. */
export const CAST: readonly Person[] = people.map(({ name, title, company }) => ({
  id: random.uuid(),
  name,
  email: `${inAddress(name).replace('-', '.')}@${inAddress(company)}.example`,
  title,
  company,
  avatar: portrait(name),
}));

/** Colleagues of the demo user. */
export const COLLEAGUES: readonly Person[] = CAST.filter(({ company }) => company === HOME);

export const DEMO_USER = {
  id: random.uuid(),
  name: 'Deniz Arslan',
  email: 'demo@rise.example',
  password: 'rise-demo',
  avatar: portrait('Deniz Arslan'),
} as const;

import { fold } from '@rise/contract/fold';
import type { Text } from '../text.ts';
import people from './data/people.json';
import { type Look, portrait } from './portrait.ts';
import { createRandom, type Random } from './random.ts';

/** A fictional person used throughout the demo: in mails, chats, boards and contacts. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly title: Text;
  readonly company: string;
  readonly avatar: string;
  /** Where they live and work. */
  readonly country: Country;
}

export type Country = 'us' | 'tr' | 'ca' | 'gb';

/** As people are written down; an acquaintance may have no title or company. */
export interface PersonEntry<Title, Company> {
  readonly name: string;
  readonly title: Title;
  readonly company: Company;
  readonly country: Country;
  readonly look: Look;
}

const HOME = 'Elmwood Credit Union';

/** A name or title as a URL slug: lower-case ASCII letters and hyphens. */
const inAddress = (name: string): string => fold(name).replaceAll(/[^a-z0-9]+/g, '-');

/** An e-mail address at a company, or a private one. */
const emailAt = (name: string, company: string | null): string =>
  `${inAddress(name).replace('-', '.')}@${company === null ? 'post' : inAddress(company)}.example`;

/** People from their entries, each with the next id. */
export const personFrom =
  ({ uuid }: Pick<Random, 'uuid'>) =>
  <Title, Company extends string | null>({ name, title, company, country, look }: PersonEntry<Title, Company>) => ({
    id: uuid(),
    name,
    email: emailAt(name, company),
    title,
    company,
    avatar: portrait(name, look),
    country,
  });

const random = createRandom('the cast');

/** All fictional people. Their ids never change. */
export const CAST: readonly Person[] = (people as PersonEntry<Text, string>[]).map(personFrom(random));

/** Colleagues of the demo user. */
export const COLLEAGUES: readonly Person[] = CAST.filter(({ company }) => company === HOME);

export const DEMO_USER = {
  id: random.uuid(),
  name: 'Deniz Arslan',
  email: 'demo@rise.example',
  password: 'rise-demo',
  avatar: portrait('Deniz Arslan', { skin: 2, hair: 5, cut: 'short', glasses: false }),
} as const;

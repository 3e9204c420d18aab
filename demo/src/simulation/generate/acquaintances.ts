import type { Text } from '../text.ts';
import { type Country, emailAt, type Person } from './cast.ts';
import people from './data/acquaintances.json';
import { type Look, portrait } from './portrait.ts';
import { createRandom } from './random.ts';

/** Someone in the address book who appears nowhere else; friends have no title or company. */
export interface Acquaintance extends Omit<Person, 'title' | 'company'> {
  readonly title: Text | null;
  readonly company: string | null;
}

interface AcquaintanceEntry extends Pick<Acquaintance, 'name' | 'title' | 'company' | 'country'> {
  readonly country: Country;
  readonly look: Look;
}

const random = createRandom('the acquaintances');

/** All of them. Their ids never change. */
export const ACQUAINTANCES: readonly Acquaintance[] = (people as AcquaintanceEntry[]).map(
  ({ name, title, company, country, look }) => ({
    id: random.uuid(),
    name,
    email: emailAt(name, company),
    title,
    company,
    avatar: portrait(name, look),
    country,
  }),
);

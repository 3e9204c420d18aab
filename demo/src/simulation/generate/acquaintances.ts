import type { Text } from '../text.ts';
import { type Person, type PersonEntry, personFrom } from './cast.ts';
import people from './data/acquaintances.json';
import { createRandom } from './random.ts';

/** Someone in the address book who appears nowhere else; friends have no title or company. */
export interface Acquaintance extends Omit<Person, 'title' | 'company'> {
  readonly title: Text | null;
  readonly company: string | null;
}

const random = createRandom('the acquaintances');

/** All of them. Their ids never change. */
export const ACQUAINTANCES: readonly Acquaintance[] = (people as PersonEntry<Text | null, string | null>[]).map(
  personFrom(random),
);

import { CAST, type Country } from '../../generate/cast.ts';
import type { Seeding, StateOf } from '../../group.ts';
import data from './data/contacts.json';

const { labels, places } = data;

interface Place {
  readonly area: string;
  readonly street: string;
  readonly city: string;
}

/** Numbers that are reserved for fiction, where a country has some. */
const NUMBERS: Record<Country, (area: string, last: string) => string> = {
  us: (area, last) => `${area} 555 01${last}`,
  ca: (area, last) => `${area} 555 01${last}`,
  tr: (area, last) => `${area} 555 01 ${last}`,
  gb: (area, last) => `${area} 496 01${last}`,
};
const MOBILE: Partial<Record<Country, string>> = { tr: '530' };

const addressOf = (country: Country, number: number, { street, city }: Place) =>
  country === 'tr' ? `${street} No: ${number}, ${city}` : `${number} ${street}, ${city}`;

export function seedContacts({ random, now }: Seeding): StateOf<'contacts'> {
  const tags = data.tags.map((title) => ({ id: random.uuid(), title }));
  // No two have the same number.
  let last = 10;
  const contacts = CAST.map((person, index) => {
    const colleague = person.email.endsWith('@elmwood-credit-union.example');
    const { country } = person;
    const place = random.pick<Place>(places[country]);
    const year = now.getUTCFullYear() - random.int(24, 61);
    const phone = (area = place.area) => NUMBERS[country](area, String((last += 1)));
    return {
      id: person.id,
      // Some contacts have no picture.
      avatar: index % 6 === 5 ? null : person.avatar,
      background: null,
      name: person.name,
      emails: [
        { email: person.email, label: labels.work },
        ...(random.chance(0.4)
          ? [{ email: person.email.replace(/@.*/, '@post.example'), label: labels.personal }]
          : []),
      ],
      phoneNumbers: [
        { country, phoneNumber: phone(MOBILE[country]), label: labels.mobile },
        ...(random.chance(0.5)
          ? [{ country, phoneNumber: phone(), label: random.pick([labels.work, labels.home]) }]
          : []),
      ],
      title: person.title,
      company: person.company,
      birthday: random.chance(0.7)
        ? new Date(Date.UTC(year, random.int(0, 11), random.int(1, 28))).toISOString()
        : null,
      address: random.chance(0.6) ? addressOf(country, random.int(2, 240), place) : null,
      notes: random.chance(0.35) ? random.pick(data.notes) : null,
      tags: [
        tags[colleague ? 0 : person.company.includes('Audit') ? 3 : 1]!.id,
        ...(random.chance(0.2) ? [tags[2]!.id] : []),
      ],
    };
  });
  return { contacts, tags, deletions: [] };
}

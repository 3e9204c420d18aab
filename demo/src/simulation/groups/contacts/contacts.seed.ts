import { ACQUAINTANCES, type Acquaintance } from '../../generate/acquaintances.ts';
import { CAST, COLLEAGUES, type Country } from '../../generate/cast.ts';
import type { Random } from '../../generate/random.ts';
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

/** Gives each number once: in each area, from 11 on. */
function createNumbers() {
  const last = new Map<string, number>();
  return (country: Country, area: string) => {
    const next = (last.get(area) ?? 10) + 1;
    last.set(area, next);
    return NUMBERS[country](area, String(next));
  };
}

const [HOME] = COLLEAGUES.map(({ company }) => company);
const COLLEAGUE = 0;
const SUPPLIER = 1;
const FRIEND = 2;
const AUDITOR = 3;

/** Places among the tags. */
function tagsOf({ company }: Acquaintance, random: Random): number[] {
  if (company === null) return [FRIEND];
  const kind = company === HOME ? COLLEAGUE : company.includes('Audit') ? AUDITOR : SUPPLIER;
  return [kind, ...(random.chance(0.2) ? [FRIEND] : [])];
}

function emailsOf({ email, company }: Acquaintance, random: Random) {
  if (company === null) return [{ email, label: labels.personal }];
  const own = { email: email.replace(/@.*/, '@post.example'), label: labels.personal };
  return [{ email, label: labels.work }, ...(random.chance(0.4) ? [own] : [])];
}

export function seedContacts({ random, now }: Seeding): StateOf<'contacts'> {
  const tags = data.tags.map((title) => ({ id: random.uuid(), title }));
  const numberIn = createNumbers();
  const contacts = [...CAST, ...ACQUAINTANCES].map((person: Acquaintance, index) => {
    const { country } = person;
    const place = random.pick<Place>(places[country]);
    const year = now.getUTCFullYear() - random.int(24, 61);
    const phone = (area = place.area) => numberIn(country, area);
    return {
      id: person.id,
      // Some contacts have no picture.
      avatar: index % 6 === 5 ? null : person.avatar,
      background: null,
      name: person.name,
      emails: emailsOf(person, random),
      phoneNumbers: [
        { country, phoneNumber: phone(MOBILE[country]), label: labels.mobile },
        ...(random.chance(0.5)
          ? [
              {
                country,
                phoneNumber: phone(),
                label: person.company ? random.pick([labels.work, labels.home]) : labels.home,
              },
            ]
          : []),
      ],
      title: person.title,
      company: person.company,
      birthday: random.chance(0.7)
        ? new Date(Date.UTC(year, random.int(0, 11), random.int(1, 28))).toISOString()
        : null,
      address: random.chance(0.6) ? addressOf(country, random.int(2, 240), place) : null,
      notes: random.chance(0.35) ? random.pick(data.notes) : null,
      tags: tagsOf(person, random).map((tag) => tags[tag]!.id),
    };
  });
  return { contacts, tags, deletions: [] };
}

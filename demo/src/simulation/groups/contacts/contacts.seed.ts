import { CAST } from '../../generate/cast.ts';
import type { Seeding, StateOf } from '../../group.ts';
import data from './data/contacts.json';

const { labels } = data;

export function seedContacts({ random, now }: Seeding): StateOf<'contacts'> {
  const tags = data.tags.map((title) => ({ id: random.uuid(), title }));
  const contacts = CAST.map((person, index) => {
    const colleague = person.email.endsWith('@elmwood-credit-union.example');
    const country = random.pick(['us', 'us', 'tr', 'ca', 'gb']);
    const year = now.getUTCFullYear() - random.int(24, 61);
    const phone = () => `${random.int(200, 899)} 555 01${String(random.int(10, 99))}`;
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
        { country, phoneNumber: phone(), label: labels.mobile },
        ...(random.chance(0.5)
          ? [{ country, phoneNumber: phone(), label: random.pick([labels.work, labels.home]) }]
          : []),
      ],
      title: person.title,
      company: person.company,
      birthday: random.chance(0.7)
        ? new Date(Date.UTC(year, random.int(0, 11), random.int(1, 28))).toISOString()
        : null,
      address: random.chance(0.6)
        ? `${random.int(2, 240)} ${random.pick(data.streets)}, ${random.pick(data.cities)}`
        : null,
      notes: random.chance(0.35) ? random.pick(data.notes) : null,
      tags: [
        tags[colleague ? 0 : person.company.includes('Audit') ? 3 : 1]!.id,
        ...(random.chance(0.2) ? [tags[2]!.id] : []),
      ],
    };
  });
  return { contacts, tags };
}

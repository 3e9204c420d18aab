import { CAST } from '../../generate/cast.ts';
import type { Seeding, StateOf } from '../../group.ts';

const both = (en: string, tr: string) => ({ en, tr });
const [PERSONAL, WORK, MOBILE, HOME] = [
  both('Personal', 'Kişisel'),
  both('Work', 'İş'),
  both('Mobile', 'Cep'),
  both('Home', 'Ev'),
];
const TAGS = [
  both('Colleagues', 'İş arkadaşları'),
  both('Suppliers', 'Tedarikçiler'),
  both('Friends', 'Arkadaşlar'),
  both('Auditors', 'Denetçiler'),
];
const STREETS = [
  'Orchard Street',
  'Mill Lane',
  'Harbour Road',
  'Station Avenue',
  'Bağdat Caddesi',
  'Atatürk Bulvarı',
  'Queen Street',
];
const CITIES = ['Portland, OR', 'Madison, WI', 'Albany, NY', 'Spokane, WA', 'İzmir', 'Ankara', 'Toronto'];
const NOTES = [
  both('<p>Prefers a call before noon.</p>', '<p>Öğleden önce aranmayı yeğliyor.</p>'),
  both(
    '<p>Met at the <strong>spring conference</strong>; knows the card market well.</p>',
    '<p><strong>Bahar konferansında</strong> tanıştık; kart piyasasını iyi biliyor.</p>',
  ),
  both('<p>Ask about the dog.</p><ul><li>Name: Paşa</li></ul>', '<p>Köpeğini sorun.</p><ul><li>Adı: Paşa</li></ul>'),
];

export function seedContacts({ random, now }: Seeding): StateOf<'contacts'> {
  const tags = TAGS.map((title) => ({ id: random.uuid(), title }));
  const contacts = CAST.map((person, place) => {
    const colleague = person.email.endsWith('@elmwood-credit-union.example');
    const country = random.pick(['us', 'us', 'tr', 'ca', 'gb']);
    const year = now.getUTCFullYear() - random.int(24, 61);
    const phone = () => `${random.int(200, 899)} 555 01${String(random.int(10, 99))}`;
    return {
      id: person.id,
      // Some have sent no picture.
      avatar: place % 6 === 5 ? null : person.avatar,
      background: null,
      name: person.name,
      emails: [
        { email: person.email, label: WORK },
        ...(random.chance(0.4) ? [{ email: person.email.replace(/@.*/, '@post.example'), label: PERSONAL }] : []),
      ],
      phoneNumbers: [
        { country, phoneNumber: phone(), label: MOBILE },
        ...(random.chance(0.5) ? [{ country, phoneNumber: phone(), label: random.pick([WORK, HOME]) }] : []),
      ],
      title: person.title,
      company: person.company,
      birthday: random.chance(0.7)
        ? new Date(Date.UTC(year, random.int(0, 11), random.int(1, 28))).toISOString()
        : null,
      address: random.chance(0.6) ? `${random.int(2, 240)} ${random.pick(STREETS)}, ${random.pick(CITIES)}` : null,
      notes: random.chance(0.35) ? random.pick(NOTES) : null,
      tags: [
        tags[colleague ? 0 : person.company.includes('Audit') ? 3 : 1]!.id,
        ...(random.chance(0.2) ? [tags[2]!.id] : []),
      ],
    };
  });
  return { contacts, tags };
}

import { COLLEAGUES } from '../../generate/cast.ts';
import type { Seeding, StateOf } from '../../group.ts';
import team from './data/team.json';

type Settings = StateOf<'settings'>;

interface MemberEntry {
  readonly name: string;
  readonly role: Settings['members'][number]['role'];
}

export function seedSettings({ random, now }: Seeding): Settings {
  return {
    settings: {
      account: {
        username: 'deniz.arslan',
        title: { en: 'Head of reporting', tr: 'Raporlama müdürü' },
        company: 'Elmwood Credit Union',
        about: {
          en: 'I turn ledgers into pictures that a board can read. Before that, eight years at the counter of our branch on Mill Lane.',
          tr: 'Defterleri kurulun okuyabileceği resimlere çeviriyorum. Ondan önce sekiz yıl Mill Lane şubemizin gişesindeydim.',
        },
        phone: '+1 555 010 0142',
        country: 'us',
      },
      security: { twoStep: true, passwordReminder: false },
      billing: {
        plan: 'team',
        card: {
          holder: 'Deniz Arslan',
          brand: 'visa',
          lastFour: '4242',
          expires: `${now.getUTCFullYear() + 2}-08`,
          country: 'us',
        },
      },
      notifications: {
        mentions: true,
        comments: true,
        tasks: true,
        joins: false,
        product: true,
        security: true,
        tips: false,
        digest: false,
      },
    },
    members: (team as MemberEntry[]).map(({ name, role }) => {
      const { email, avatar } = COLLEAGUES.find((one) => one.name === name)!;
      return { id: random.uuid(), name, email, avatar, role, status: 'active' as const };
    }),
  };
}

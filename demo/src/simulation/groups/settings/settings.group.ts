import { type CallContext, type Group, invalidRequest, type StateOf } from '../../group.ts';
import { byIdIn, duplicates, removeById } from '../../records.ts';
import { merge } from '../../text.ts';
import { isCountry } from '../contacts/countries.ts';
import { seedSettings } from './settings.seed.ts';

type State = StateOf<'settings'>;
type Member = State['members'][number];

const presentMember = (member: Member) => ({ ...member, isMe: false });
const sameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The user's own team membership, which can't be removed. */
function presentUser({ others }: CallContext<'user'>) {
  const { id, name, email, avatar } = others.user.user;
  return { id, name, email, avatar, role: 'admin' as const, status: 'active' as const, isMe: true };
}

export const settings: Group<'settings', 'user'> = {
  name: 'settings',
  reads: ['user'],
  seed: seedSettings,
  findIssues: ({ settings: { account, billing }, members }) => [
    ...duplicates('member', members),
    ...duplicates(
      'member’s address',
      members.map(({ email }) => ({ id: email.toLowerCase() })),
    ),
    ...[account.country, billing.card?.country ?? account.country].flatMap((iso) =>
      isCountry(iso) ? [] : [`a setting names the country ${iso}`],
    ),
  ],
  handlers: {
    'GET /api/pages/settings': { withoutInput: true, read: ({ settings }) => settings },
    'PATCH /api/pages/settings': {
      write: ({ settings }, { body: { settings: change }, language, id }) => {
        const issues = [
          ['settings.account.country', change.account?.country] as const,
          ['settings.billing.card.country', change.billing?.card?.country] as const,
        ].flatMap(([field, iso]) =>
          iso === undefined || isCountry(iso) ? [] : [{ field, message: `There is no country called ${iso}` }],
        );
        if (issues.length > 0) return invalidRequest(id(), issues);
        merge(settings.account, change.account ?? {}, language);
        merge(settings.security, change.security ?? {}, language);
        merge(settings.billing, change.billing ?? {}, language);
        merge(settings.notifications, change.notifications ?? {}, language);
        return settings;
      },
    },
    'GET /api/pages/settings/team': {
      withoutInput: true,
      read: ({ members }, request) => [presentUser(request), ...members.map(presentMember)],
    },
    'POST /api/pages/settings/team/member': {
      write: ({ members }, request) => {
        const { email, role } = request.body.member;
        if ([presentUser(request), ...members].some((one) => sameAddress(one.email, email)))
          return invalidRequest(request.id(), [
            { field: 'member.email', message: 'This address is in the team already' },
          ]);
        const member: Member = { id: request.id(), name: null, email, avatar: null, role, status: 'invited' };
        members.push(member);
        return presentMember(member);
      },
    },
    'PATCH /api/pages/settings/team/member': {
      write: ({ members }, { body, language }) => {
        const member = byIdIn(members, body.id);
        return member && presentMember(merge(member, body.member, language));
      },
    },
    'DELETE /api/pages/settings/team/member': {
      write: ({ members }, { query }) => (removeById(members, query.id) ? true : null),
    },
  },
};

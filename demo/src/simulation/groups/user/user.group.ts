import { DEMO_USER } from '../../generate/cast.ts';
import { type Group } from '../../group.ts';
import { merge } from '../../text.ts';

export const user: Group<'user'> = {
  name: 'user',
  seed: () => {
    const { id, name, email, avatar } = DEMO_USER;
    return { user: { id, name, email, avatar, status: 'online' } };
  },
  findIssues: () => [],
  handlers: {
    'GET /api/common/user': { withoutInput: true, read: ({ user }) => user },
    'PATCH /api/common/user': { write: ({ user }, { body, language }) => merge(user, body.user, language) },
  },
};

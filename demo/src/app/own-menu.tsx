import type { User } from '@rise/contract';
import { type Person, UserMenu } from '@rise/ui';
import { IconDatabase, IconLock, IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import { makeChange } from '../client/changes.ts';
import { demoQuery, useOptimisticCall } from '../client/queries.ts';
import { useLanguage } from '@rise/shell/language';
import { lockSession } from '../session/session.ts';
import { useAppTexts } from './app.texts.ts';

/** The demo user as the shell expects a person. */
export function personOf({ name, email, avatar }: User): Person {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.join(' '), email, avatar };
}

/** The user menu: status, profile, settings, demo data, lock, sign-out. */
export function OwnMenu({ user }: { user: User }) {
  const t = useAppTexts();
  const shown = demoQuery('user', 'GET /api/common/user', useLanguage());
  const change = useOptimisticCall('PATCH /api/common/user', shown, (before: User, { body }) => ({
    ...before,
    status: body.user.status ?? before.status,
  }));
  return (
    <UserMenu
      person={personOf(user)}
      status={{
        current: user.status,
        onChange: (status) =>
          void makeChange({
            kind: 'change',
            what: t('yourStatus'),
            target: 'user status',
            make: () => change.mutateAsync({ body: { user: { status } } }),
          }),
      }}
      items={[
        { id: 'profile', label: t('profile'), icon: IconUser, href: '/pages/profile' },
        { id: 'settings', label: t('settings'), icon: IconSettings, href: '/pages/settings' },
        { id: 'demo-data', label: t('demoData'), icon: IconDatabase, href: '/demo-data' },
        { id: 'lock', label: t('lock'), icon: IconLock, onClick: () => lockSession(user) },
      ]}
      signOut={{ id: 'sign-out', label: t('signOut'), icon: IconLogout, href: '/sign-out' }}
    />
  );
}

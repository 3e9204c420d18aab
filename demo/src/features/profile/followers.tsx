import { Button } from '@mantine/core';
import { EmptyState } from '@rise/ui';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useDemoCall } from '../../client/queries.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { Avatar } from '../../components/avatar.tsx';
import type { Profile } from './profile.ts';
import { useProfileTexts } from './profile.texts.ts';
import classes from './profile.module.css';

/** All followers, and which of them the user follows back. */
export function Followers({ followers }: { followers: Profile['followers'] }) {
  const t = useProfileTexts();
  const showError = useFailureDialog();
  const change = useDemoCall('PATCH /api/pages/profile/follower');
  if (followers.length === 0) return <EmptyState art="list" title={t('noFollowers')} text={t('noFollowersText')} />;
  return (
    <ul className={classes['people']}>
      {followers.map(({ id, name, title, avatar, followed }) => (
        <li key={id} className={classes['person']}>
          <Avatar name={name} picture={avatar} size={48} />
          <div className={classes['words']}>
            <div className={classes['author']}>{name}</div>
            <div className={classes['quiet']}>{title}</div>
          </div>
          <Button
            size="xs"
            variant={followed ? 'light' : 'default'}
            aria-pressed={followed}
            aria-label={t(followed ? 'followingName' : 'followName', { name })}
            leftSection={followed ? <IconCheck size={14} /> : <IconPlus size={14} />}
            onClick={() => change.mutate({ body: { personId: id, followed: !followed } }, { onError: showError })}
          >
            {t(followed ? 'following' : 'follow')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { CallResult } from '../../../client/client.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { useSettingsTexts } from '../settings.texts.ts';
import { type Role, RoleSelect } from './role-select.tsx';
import classes from './team.module.css';

export type Member = CallResult<'GET /api/pages/settings/team'>[number];

interface MemberRowProps {
  member: Member;
  onRole: (role: Role) => void;
  onRemove: () => void;
}

export function MemberRow({ member, onRole, onRemove }: MemberRowProps) {
  const t = useSettingsTexts();
  const name = member.name ?? member.email;
  return (
    <li className={classes['member']}>
      <Avatar name={name} picture={member.avatar} />
      <span className={classes['who']}>
        <span className={classes['name']}>
          {name}
          {member.isMe && <span className={classes['mark']}>{t('you')}</span>}
          {member.status === 'invited' && <span className={classes['mark']}>{t('invitedMark')}</span>}
        </span>
        {member.name !== null && <span className={classes['email']}>{member.email}</span>}
      </span>
      {member.isMe ? (
        <span className={classes['fixed']}>{t('owner')}</span>
      ) : (
        <>
          <RoleSelect label={t('roleOf', { name })} value={member.role} onChange={onRole} />
          <ActionIcon
            variant="subtle"
            color="negative"
            size="lg"
            aria-label={t('removeName', { name })}
            onClick={onRemove}
          >
            <IconTrash size={18} stroke={1.7} />
          </ActionIcon>
        </>
      )}
    </li>
  );
}

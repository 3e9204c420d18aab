import { Button, Textarea, TextInput } from '@mantine/core';
import { ListSkeleton } from '@rise/ui';
import { IconCamera } from '@tabler/icons-react';
import { useState } from 'react';
import { ChooseFile } from '../../components/choose-file.tsx';
import { call, type CallResult } from '../../client/client.ts';
import { useDemoQuery } from '../../client/queries.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { Avatar } from '../../components/avatar.tsx';
import { readPicture } from '../../components/read-picture.ts';
import { SaveLine } from '../../components/save-line.tsx';
import { useAutosave } from '../../components/use-autosave.ts';
import { useChatTexts } from './chat.texts.ts';
import classes from './chat.module.css';

type Profile = CallResult<'GET /api/apps/chat/profile'>;

/** Who the user is and what others read about them; it saves itself. */
export function ProfilePanel() {
  const { data: profile } = useDemoQuery('chat', 'GET /api/apps/chat/profile');
  return profile ? <ProfileForm profile={profile} /> : <ListSkeleton rows={4} />;
}

/** A blank name is not saved. */
async function saveProfile({ about, name, avatar }: Partial<Profile>): Promise<void> {
  const user = { ...(name?.trim() && { name: name.trim() }), ...(avatar !== undefined && { avatar }) };
  if (Object.keys(user).length > 0) await call('PATCH /api/common/user', { body: { user } });
  if (about !== undefined) await call('PATCH /api/apps/chat/profile', { body: { profile: { about } } });
}

function ProfileForm({ profile }: { profile: Profile }) {
  const t = useChatTexts();
  const fail = useFailureDialog();
  const [save] = useState(() => saveProfile);
  const { value, change, state, retry } = useAutosave(profile, save);
  const setPicture = (file: File | null) => {
    if (file) readPicture(file).then((avatar) => change({ avatar }), fail);
  };
  return (
    <div className={classes['new']}>
      <div className={classes['portrait']}>
        <Avatar name={value.name} picture={value.avatar} size={96} />
        <ChooseFile accept="image/png,image/jpeg,image/webp" onChange={setPicture}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconCamera size={16} />}>
              {t('changePicture')}
            </Button>
          )}
        </ChooseFile>
      </div>
      <TextInput
        label={t('name')}
        maxLength={100}
        value={value.name}
        error={value.name.trim() === '' && t('needsName')}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <TextInput label={t('email')} value={value.email} readOnly />
      <Textarea
        label={t('about')}
        rows={3}
        maxLength={300}
        value={value.about}
        onChange={({ currentTarget }) => change({ about: currentTarget.value })}
      />
      <SaveLine state={state} retry={retry} />
    </div>
  );
}

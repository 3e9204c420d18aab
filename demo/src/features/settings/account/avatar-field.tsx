import { Button } from '@mantine/core';
import { useState } from 'react';
import { ChooseFile } from '../../../components/choose-file.tsx';
import { Avatar } from '../../../components/avatar.tsx';
import { useSettingsTexts } from '../settings.texts.ts';
import { PICTURE_TYPES, type PictureError, readPicture } from './read-picture.ts';
import classes from './account.module.css';

interface AvatarFieldProps {
  name: string;
  picture: string | null;
  onChange: (picture: string | null) => void;
}

/** The user's picture, with buttons to replace or remove it. */
export function AvatarField({ name, picture, onChange }: AvatarFieldProps) {
  const t = useSettingsTexts();
  const [issue, setIssue] = useState<PictureError | null>(null);
  const choose = async (file: File) => {
    const answer = await readPicture(file);
    setIssue('issue' in answer ? answer.issue : null);
    if ('picture' in answer) onChange(answer.picture);
  };
  return (
    <div role="group" aria-label={t('picture')} className={classes['avatar']}>
      <Avatar name={name} picture={picture} size={72} />
      <div className={classes['beside']}>
        <div className={classes['actions']}>
          <ChooseFile
            accept={PICTURE_TYPES.join(',')}
            inputProps={{ 'aria-label': t('choosePicture') }}
            onChange={(file) => file && void choose(file)}
          >
            {({ onClick }) => (
              <Button variant="default" onClick={onClick}>
                {t('choosePicture')}
              </Button>
            )}
          </ChooseFile>
          {picture !== null && (
            <Button
              variant="subtle"
              onClick={() => {
                setIssue(null);
                onChange(null);
              }}
            >
              {t('removePicture')}
            </Button>
          )}
        </div>
        {issue === null ? (
          <p className={classes['hint']}>{t('pictureHint')}</p>
        ) : (
          <p className={classes['fault']} role="alert">
            {t(issue)}
          </p>
        )}
      </div>
    </div>
  );
}

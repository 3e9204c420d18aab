import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { Face } from '../../../reading/face.tsx';
import { useSettingsTexts } from '../settings.texts.ts';
import { PICTURE_TYPES, type PictureFault, readPicture } from './read-picture.ts';
import classes from './account.module.css';

interface AvatarFieldProps {
  name: string;
  picture: string | null;
  onChange: (picture: string | null) => void;
}

/** One's picture, to be replaced or taken away. */
export function AvatarField({ name, picture, onChange }: AvatarFieldProps) {
  const t = useSettingsTexts();
  const [fault, setFault] = useState<PictureFault | null>(null);
  const [read, setRead] = useState(0);
  const choose = async (file: File) => {
    const answer = await readPicture(file);
    setRead((count) => count + 1);
    setFault('fault' in answer ? answer.fault : null);
    if ('picture' in answer) onChange(answer.picture);
  };
  return (
    <div role="group" aria-label={t('picture')} className={classes['avatar']}>
      <Face name={name} picture={picture} size={72} />
      <div className={classes['beside']}>
        <div className={classes['actions']}>
          {/* A new one each time: the same file can be chosen again. */}
          <FileButton
            key={read}
            accept={PICTURE_TYPES.join(',')}
            inputProps={{ 'aria-label': t('choosePicture') }}
            onChange={(file) => file && void choose(file)}
          >
            {({ onClick }) => (
              <Button variant="default" onClick={onClick}>
                {t('choosePicture')}
              </Button>
            )}
          </FileButton>
          {picture !== null && (
            <Button
              variant="subtle"
              onClick={() => {
                setFault(null);
                onChange(null);
              }}
            >
              {t('removePicture')}
            </Button>
          )}
        </div>
        {fault === null ? (
          <p className={classes['hint']}>{t('pictureHint')}</p>
        ) : (
          <p className={classes['fault']} role="alert">
            {t(fault)}
          </p>
        )}
      </div>
    </div>
  );
}

import { Button } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { readPicture } from '../../components/read-picture.ts';
import { useNotesTexts } from './notes.texts.ts';
import classes from './notes.module.css';

interface NotePictureProps {
  image: string | null;
  onChange: (image: string | null) => void;
  onFailure: (error: unknown) => void;
}

/** A note's picture, from a file of the visitor, which stays in the browser. */
export function NotePicture({ image, onChange, onFailure }: NotePictureProps) {
  const t = useNotesTexts();
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    if (file) readPicture(file).then(onChange, onFailure);
  };
  return (
    <div className={classes['picture']}>
      {image && <img className={classes['image']} src={image} alt="" />}
      <div className={classes['acts']}>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label={t('choosePicture')}
          onChange={choose}
        />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPhoto size={16} />}
          onClick={() => input.current?.click()}
        >
          {t(image ? 'replacePicture' : 'addPicture')}
        </Button>
        {image && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconTrash size={16} />}
            onClick={() => {
              onChange(null);
            }}
          >
            {t('removePicture')}
          </Button>
        )}
      </div>
    </div>
  );
}

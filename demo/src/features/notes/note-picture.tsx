import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { PictureButton } from '../../components/picture-button.tsx';
import { useNotesTexts } from './notes.texts.ts';
import classes from './notes.module.css';

interface NotePictureProps {
  image: string | null;
  onChange: (image: string | null) => void;
}

/** A note's picture, from a file of the visitor, which stays in the browser. */
export function NotePicture({ image, onChange }: NotePictureProps) {
  const t = useNotesTexts();
  return (
    <div className={classes['picture']}>
      {image && <img className={classes['image']} src={image} alt="" />}
      <div className={classes['acts']}>
        <PictureButton
          label={t(image ? 'replacePicture' : 'addPicture')}
          onChoose={([picture]) => picture !== undefined && onChange(picture)}
        />
        {image && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconTrash size={16} />}
            onClick={() => onChange(null)}
          >
            {t('removePicture')}
          </Button>
        )}
      </div>
    </div>
  );
}

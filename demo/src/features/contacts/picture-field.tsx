import { Button } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { ChooseFile } from '../../components/choose-file.tsx';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { Avatar } from '../../components/avatar.tsx';
import { readPicture } from '../../components/read-picture.ts';
import { useContactsTexts } from './contacts.texts.ts';
import classes from './contacts.module.css';

interface PictureFieldProps {
  name: string;
  picture: string | null;
  onChange: (picture: string | null) => void;
}

export function PictureField({ name, picture, onChange }: PictureFieldProps) {
  const t = useContactsTexts();
  const fail = useFailureDialog();
  return (
    <div className={classes['picture']}>
      <Avatar name={name} picture={picture} size={72} />
      <ChooseFile
        accept="image/png,image/jpeg,image/webp"
        onChange={(file) => {
          if (file) readPicture(file).then(onChange, fail);
        }}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconPhoto size={16} />}>
            {t(picture === null ? 'addPicture' : 'changePicture')}
          </Button>
        )}
      </ChooseFile>
      {picture !== null && (
        <Button variant="subtle" color="gray" leftSection={<IconTrash size={16} />} onClick={() => onChange(null)}>
          {t('removePicture')}
        </Button>
      )}
    </div>
  );
}

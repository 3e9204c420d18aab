import { Button } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useFailureDialog } from '../client/use-failure-dialog.ts';
import { ChooseFile } from './choose-file.tsx';
import { readPicture } from './read-picture.ts';

interface PictureButtonProps {
  label: string;
  multiple?: boolean;
  /** Data URLs in the order of the files. */
  onChoose: (pictures: string[]) => void;
}

/** Takes pictures from the visitor's files, which stay in the browser; says so where one cannot be read. */
export function PictureButton({ label, multiple = false, onChoose }: PictureButtonProps) {
  const fail = useFailureDialog();
  const choose = (chosen: File | File[] | null) => {
    const files = [chosen ?? []].flat();
    if (files.length > 0) Promise.all(files.map(readPicture)).then(onChoose, fail);
  };
  return (
    <ChooseFile
      multiple={multiple}
      accept="image/png,image/jpeg,image/webp,image/gif"
      inputProps={{ 'aria-label': label }}
      onChange={choose}
    >
      {(props) => (
        <Button {...props} size="compact-sm" variant="default" leftSection={<IconPhotoPlus size={16} />}>
          {label}
        </Button>
      )}
    </ChooseFile>
  );
}

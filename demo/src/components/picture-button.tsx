import { Button, FileButton } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useFailureDialog } from '../client/use-failure-dialog.ts';
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
  const forget = useRef<() => void>(null);
  const choose = (chosen: File | File[] | null) => {
    const files = [chosen ?? []].flat();
    // The same file can be chosen again.
    forget.current?.();
    if (files.length > 0) Promise.all(files.map(readPicture)).then(onChoose, fail);
  };
  return (
    <FileButton
      resetRef={forget}
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
    </FileButton>
  );
}

import { IconCloudUpload } from '@tabler/icons-react';
import { type ReactNode, useCallback, useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_ENDINGS } from './accepted-files.ts';
import classes from './drop.module.css';

export interface FilePicker {
  pickFiles: () => void;
  pickFolder: () => void;
}

export interface DropTargetProps {
  onFiles: (files: File[]) => void;
  children: (picker: FilePicker) => ReactNode;
}

/** Makes the whole page take dropped files and folders; its children offer the same by buttons. */
export function DropTarget({ onFiles, children }: DropTargetProps) {
  const { t } = useTranslation();
  const folder = useRef<HTMLInputElement>(null);
  const pickFolder = useCallback(() => folder.current?.click(), []);
  const { getRootProps, getInputProps, open, isDragGlobal } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (files: File[]) => onFiles(files),
  });
  // The attribute is in no standard that React's types follow.
  const setFolder = useCallback((input: HTMLInputElement | null) => {
    input?.setAttribute('webkitdirectory', '');
    folder.current = input;
  }, []);
  return (
    <>
      {children({ pickFiles: open, pickFolder })}
      <div
        {...getRootProps({ role: 'presentation', tabIndex: -1 })}
        className={classes.overlay}
        data-on={isDragGlobal || undefined}
      >
        <div className={classes.invitation}>
          <IconCloudUpload size={40} stroke={1.4} aria-hidden />
          <p>{t('import.drop.release')}</p>
        </div>
        <input {...getInputProps()} accept={ACCEPTED_ENDINGS} aria-label={t('import.drop.files')} />
        <input
          ref={setFolder}
          type="file"
          multiple
          hidden
          tabIndex={-1}
          aria-label={t('import.drop.folder')}
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </div>
    </>
  );
}

import { IconCloudUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
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

/** Lets the browser choose a folder, all files of which are taken. */
function chooseFolder(onFiles: (files: File[]) => void): void {
  const field = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
  field.setAttribute('webkitdirectory', '');
  field.addEventListener('change', () => onFiles([...(field.files ?? [])]));
  field.click();
}

/** Makes the whole page take dropped files and folders; its children offer the same by buttons. */
export function DropTarget({ onFiles, children }: DropTargetProps) {
  const { t } = useTranslation();
  const { getRootProps, getInputProps, open, isDragGlobal } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (files: File[]) => onFiles(files),
  });
  return (
    <>
      {children({ pickFiles: open, pickFolder: () => chooseFolder(onFiles) })}
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
      </div>
    </>
  );
}

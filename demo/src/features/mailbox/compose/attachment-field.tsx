import { ActionIcon, Button, FileButton } from '@mantine/core';
import { Notice } from '@rise/ui';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { readPicture } from '../../../components/read-picture.ts';
import type { Attachment } from '../mail.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import { useFileSize } from '../use-file-size.ts';
import classes from './compose.module.css';

/** Of one file, in bytes: the demo keeps them in the browser's storage. */
const MOST_BYTES = 1_000_000;

const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });

async function attachmentOf(file: File): Promise<Attachment> {
  const { name, size } = file;
  const type = file.type || 'application/octet-stream';
  if (!/^image\/(png|jpeg|webp|gif)$/.test(type))
    return { type, name, size, preview: null, downloadUrl: await dataUrlOf(file) };
  const picture = await readPicture(file);
  return { type, name, size, preview: picture, downloadUrl: picture };
}

interface AttachmentFieldProps {
  files: readonly Attachment[];
  onChange: (files: Attachment[]) => void;
}

/** The files of a mail that is written. */
export function AttachmentField({ files, onChange }: AttachmentFieldProps) {
  const t = useMailboxTexts();
  const sizeOf = useFileSize();
  const [problem, setProblem] = useState<string | null>(null);
  const add = async (chosen: readonly File[]) => {
    const tooLarge = chosen.find(({ type, size }) => size > MOST_BYTES && !type.startsWith('image/'));
    setProblem(tooLarge ? t('fileTooLarge', { name: tooLarge.name, size: sizeOf(MOST_BYTES) }) : null);
    const fitting = chosen.filter(
      (file) => file !== tooLarge && (file.size <= MOST_BYTES || file.type.startsWith('image/')),
    );
    try {
      onChange([...files, ...(await Promise.all(fitting.map(attachmentOf)))]);
    } catch {
      setProblem(t('fileUnreadable'));
    }
  };
  return (
    <div className={classes['files']}>
      {files.map((file, index) => (
        <span key={`${file.name} ${file.size}`} className={classes['file']}>
          <IconPaperclip size={14} aria-hidden />
          <span className={classes['file-name']}>{file.name}</span>
          <span className={classes['file-size']}>{sizeOf(file.size)}</span>
          <ActionIcon
            color="gray"
            aria-label={t('removeFile', { name: file.name })}
            onClick={() => onChange(files.filter((_, at) => at !== index))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </span>
      ))}
      <FileButton multiple onChange={(chosen) => void add(chosen)}>
        {(props) => (
          <Button {...props} variant="default" size="compact-sm" leftSection={<IconPaperclip size={14} />}>
            {t('attach')}
          </Button>
        )}
      </FileButton>
      {problem !== null && <Notice tone="negative">{problem}</Notice>}
    </div>
  );
}

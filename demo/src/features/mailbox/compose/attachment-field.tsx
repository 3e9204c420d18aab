import { ActionIcon, Button } from '@mantine/core';
import { Notice } from '@rise/ui';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { ChooseFile } from '../../../components/choose-file.tsx';
import { isPicture, isTooLarge, readFile } from '../../../components/read-file.ts';
import type { Attachment } from '../mail.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import { useFileSize } from '../use-file-size.ts';
import classes from './compose.module.css';

async function attachmentOf(file: File): Promise<Attachment> {
  const { name, size } = file;
  const content = await readFile(file);
  const preview = isPicture(file) ? content : null;
  return { type: file.type || 'application/octet-stream', name, size, preview, downloadUrl: content };
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
    const tooLarge = chosen.find(isTooLarge);
    setProblem(tooLarge ? t('fileTooLarge', { name: tooLarge.name }) : null);
    const fitting = chosen.filter((file) => !isTooLarge(file));
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
      <ChooseFile multiple onChange={(chosen) => void add(chosen)}>
        {(props) => (
          <Button {...props} variant="default" size="compact-sm" leftSection={<IconPaperclip size={14} />}>
            {t('attach')}
          </Button>
        )}
      </ChooseFile>
      {problem !== null && <Notice tone="negative">{problem}</Notice>}
    </div>
  );
}

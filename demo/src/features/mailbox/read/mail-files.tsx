import { DetailSection } from '@rise/ui';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import type { Attachment } from '../mail.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import { useFileSize } from '../use-file-size.ts';
import classes from '../mailbox.module.css';

/** The attachments of a mail, each with a preview; a click downloads it. */
export function MailFiles({ files }: { files: readonly Attachment[] }) {
  const t = useMailboxTexts();
  if (files.length === 0) return null;
  return (
    <DetailSection title={t('attachments')}>
      <ul className={classes['files']}>
        {files.map((file) => (
          <File key={`${file.name} ${file.size}`} file={file} />
        ))}
      </ul>
    </DetailSection>
  );
}

function File({ file: { name, size, preview, downloadUrl } }: { file: Attachment }) {
  const t = useMailboxTexts();
  const written = useFileSize()(size);
  return (
    <li>
      <a
        className={classes['file']}
        href={downloadUrl}
        download={name}
        aria-label={t('download', { name, size: written })}
      >
        {preview ? (
          <img className={classes['preview']} src={preview} alt="" />
        ) : (
          <span className={classes['preview']}>
            <IconFileText size={20} aria-hidden />
          </span>
        )}
        <span className={classes['file-words']}>
          <span className={classes['file-name']}>{name}</span>
          <span className={classes['file-size']}>{written}</span>
        </span>
        <IconDownload size={18} stroke={1.6} aria-hidden />
      </a>
    </li>
  );
}

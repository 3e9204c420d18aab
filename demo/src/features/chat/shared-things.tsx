import { DetailSection } from '@rise/ui';
import { download } from '@rise/shell/files';
import { IconFileText, IconLink } from '@tabler/icons-react';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import type { Chat, ChatFile } from '../../conversations/chat.queries.ts';
import { useChatTexts } from './chat.texts.ts';
import classes from './chat.module.css';

const isPicture = ({ url }: ChatFile) => url.startsWith('data:image/');

/** A document of the samples, of which the simulation has but the name. */
async function downloadSample(name: string): Promise<void> {
  const { pdf } = await import('../../simulation/generate/pdf.ts');
  const content = pdf(name.replace(/\.pdf$/, ''), 'A sample of the demo suite.').split(',')[1]!;
  const bytes = Uint8Array.from(atob(content), (letter) => letter.codePointAt(0)!);
  download(new Blob([bytes], { type: 'application/pdf' }), name);
}

/** Pictures, files and links that were shared with a contact, the newest first. */
export function SharedThings({ chat: { contact, messages } }: { chat: Chat }) {
  const t = useChatTexts();
  const fail = useFailureDialog();
  const { attachments, name } = contact;
  const sent = messages.flatMap(({ files = [] }) => files).toReversed();
  const pictures = [
    ...sent.filter(isPicture),
    ...attachments.media.map((url, index) => ({ name: `${name} ${index + 1}`, url })),
  ];
  const files = sent.filter((file) => !isPicture(file));
  return (
    <>
      {pictures.length > 0 && (
        <DetailSection title={t('media')}>
          <ul className={classes['media']}>
            {pictures.map((picture, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- pictures may be the same
              <li key={index}>
                <a href={picture.url} download={picture.name} aria-label={t('picture', { number: index + 1 })}>
                  <img src={picture.url} alt="" loading="lazy" />
                </a>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      {files.length + attachments.docs.length + attachments.links.length > 0 && (
        <DetailSection title={t('shared')}>
          <ul className={classes['shared']}>
            {files.map((file, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- files may be the same
              <li key={index}>
                <IconFileText size={16} stroke={1.7} aria-hidden />
                <a href={file.url} download={file.name} aria-label={t('download', { name: file.name })}>
                  {file.name}
                </a>
              </li>
            ))}
            {attachments.docs.map((doc) => (
              <li key={doc}>
                <IconFileText size={16} stroke={1.7} aria-hidden />
                <button
                  type="button"
                  aria-label={t('download', { name: doc })}
                  onClick={() => void downloadSample(doc).catch(fail)}
                >
                  {doc}
                </button>
              </li>
            ))}
            {attachments.links.map((link) => (
              <li key={link}>
                <IconLink size={16} stroke={1.7} aria-hidden />
                <a href={link} target="_blank" rel="noopener noreferrer">
                  {link}
                </a>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
    </>
  );
}

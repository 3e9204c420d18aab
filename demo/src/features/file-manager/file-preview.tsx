import { Button } from '@mantine/core';
import { TextSkeleton } from '@rise/ui';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { useFileContext } from './file-context.ts';
import { decoded, type Item, mediaOf } from './item.ts';
import { FileSign } from './tiles.tsx';
import { useFilesTexts } from './file-manager.texts.ts';
import classes from './file-manager.module.css';

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml']);
/** Characters of a text that are shown. */
const MOST_TEXT = 20_000;

/** What is in a file: pictures, texts and PDF; a sign for others. */
export function FilePreview({ item }: { item: Item }) {
  const t = useFilesTexts();
  const { acts } = useFileContext();
  const {
    data: content,
    isError,
    refetch,
  } = useDemoQuery('fileManager', 'GET /api/apps/file-manager/content', {
    query: { id: item.id },
  });
  if (isError)
    return (
      <div className={classes['preview']} role="alert">
        <span className={classes['about']}>{t('previewFailed')}</span>
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  if (content === undefined) return <TextSkeleton lines={6} />;
  const media = content === null ? '' : mediaOf(content);
  if (content !== null && PICTURES.has(media))
    return <img className={classes['picture']} src={content} alt={t('previewOf', { name: item.name })} />;
  if (content !== null && (media.startsWith('text/') || item.type === 'TXT' || item.type === 'CSV'))
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls, by the keyboard too
      <pre className={classes['text']} tabIndex={0} role="group" aria-label={t('previewOf', { name: item.name })}>
        {new TextDecoder().decode(decoded(content)).slice(0, MOST_TEXT)}
      </pre>
    );
  // Without a viewer of its own a browser would download the file at once.
  if (content !== null && media === 'application/pdf' && navigator.pdfViewerEnabled)
    return <PdfPreview key={item.id} content={content} name={item.name} />;
  return (
    <div className={classes['preview']}>
      <FileSign type={item.type} />
      <span className={classes['about']}>{t(media === 'application/pdf' ? 'noPdfPreview' : 'noPreview')}</span>
      <Button size="compact-sm" leftSection={<IconDownload size={16} />} onClick={() => acts.save([item])}>
        {t('downloadFile')}
      </Button>
    </div>
  );
}

function PdfPreview({ content, name }: { content: string; name: string }) {
  const t = useFilesTexts();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([decoded(content)], { type: 'application/pdf' }));
    if (frame.current) frame.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [content]);
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox, and a PDF runs nothing here
  return <iframe ref={frame} className={classes['pdf']} title={t('previewOf', { name })} />;
}

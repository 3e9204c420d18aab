import { Button } from '@mantine/core';
import { Notice, PageHeader } from '@rise/ui';
import { useObservable } from '@rise/ui/observable';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useSession } from '../../../session/session.ts';
import { MAX_FILES, type Selection, selectFiles } from '../drop/accepted-files.ts';
import { DropCard } from '../drop/drop-card.tsx';
import { DropTarget } from '../drop/drop-target.tsx';
import { RefusedFiles } from '../drop/refused-files.tsx';
import { uploadsQuery, useCreateImport } from '../import.queries.ts';
import { importUploads } from '../uploads/import-uploads.ts';
import { deleteUpload } from '../uploads/tus-transfer.ts';
import { UploadList } from '../uploads/upload-list.tsx';
import { isBusy, type UploadItem } from '../uploads/upload-queue.ts';
import { ImportList, type ImportListProps } from './import-list.tsx';
import classes from '../uploads/uploads.module.css';

type Refused = Omit<Selection, 'accepted'>;
const NONE: Refused = { refused: [], ignored: 0 };

/** Files are chosen and sent; once all of them are there, their import opens by itself. */
export function StartImport({ before, onOpen }: ImportListProps) {
  const { t } = useTranslation();
  const uploads = importUploads(useSession());
  const items = useObservable(uploads.queue.items);
  const [refused, setRefused] = useState(NONE);
  const create = useCreateImport();
  const stored = useQuery(uploadsQuery);
  useEffect(() => {
    if (stored.data) uploads.recover(stored.data.uploads);
  }, [stored.data, uploads]);

  const done = items.flatMap(({ state, uploadId }) => (state === 'done' && uploadId !== null ? [uploadId] : []));
  const isComplete = items.length > 0 && done.length === items.length && refused.refused.length === 0;
  const start = () =>
    create.mutate(done, {
      onSuccess: ({ id }) => {
        uploads.finish();
        onOpen(id);
      },
    });
  const startAtOnce = isComplete && create.isIdle;
  useEffect(() => {
    if (startAtOnce) start();
    // Once, when the last file has arrived.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [startAtOnce]);

  const add = (files: File[]) => {
    create.reset();
    const { accepted, ...rest } = selectFiles(files, MAX_FILES - items.length);
    setRefused(rest);
    uploads.queue.add(accepted);
  };
  const remove = ({ key, uploadId }: UploadItem) => {
    create.reset();
    uploads.queue.remove(key);
    // If it cannot be deleted now, the server drops it when it expires.
    if (uploadId !== null) deleteUpload(uploadId).catch(() => {});
  };
  return (
    <DropTarget onFiles={add}>
      {(picker) => (
        <>
          <PageHeader title={t('import.title')} purpose={t('import.purpose')} />
          <DropCard {...picker} small={items.length > 0} />
          <RefusedFiles {...refused} onClose={() => setRefused(NONE)} />
          {items.length > 0 && (
            <>
              <UploadList
                items={items}
                onPause={({ key }) => uploads.queue.pause(key)}
                onResume={({ key }) => uploads.queue.resume(key)}
                onRemove={remove}
              />
              {create.isError && <Notice tone="negative">{errorText(create.error, t).message}</Notice>}
              <Next items={items} done={done.length} reading={create.isPending || startAtOnce} onContinue={start} />
            </>
          )}
          <ImportList before={before} onOpen={onOpen} />
        </>
      )}
    </DropTarget>
  );
}

interface NextProps {
  items: readonly UploadItem[];
  done: number;
  reading: boolean;
  onContinue: () => void;
}

/** What happens next, or the button that makes it happen where some files are not there. */
function Next({ items, done, reading, onContinue }: NextProps) {
  const { t } = useTranslation();
  if (reading) return <output className={classes.hint}>{t('import.uploads.reading', { count: done })}</output>;
  if (isBusy(items)) return <p className={classes.hint}>{t('import.uploads.goesOn')}</p>;
  if (done === 0) return null;
  return (
    <div className={classes.next}>
      <Button onClick={onContinue}>{t('import.uploads.continue', { count: done })}</Button>
      {done < items.length && (
        <span className={classes.hint}>{t('import.uploads.without', { count: items.length - done })}</span>
      )}
    </div>
  );
}

import { Button } from '@mantine/core';
import type { ReportDraft } from '@rise/contract';
import { Notice } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import { formatDay } from '../../../dates/dates.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { originQuery } from './origin.queries.ts';
import classes from './origin.module.css';

const OriginDialog = lazy(() => import('./origin-dialog.tsx'));

interface OriginNoticeProps {
  /** Of a report that the reader may edit. */
  id: string;
  onMerged: (draft: ReportDraft) => void;
}

/** Says that the report that this is a copy of has changed, unless the editors have dismissed that version. */
export function OriginNotice({ id, onMerged }: OriginNoticeProps) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const [isOpen, setIsOpen] = useOpen(false);
  const { data } = useQuery(originQuery(id));
  const update = data?.update;
  if (!update || update.isDismissed) return null;
  const { origin, publishedAt } = update;
  return (
    <>
      <Notice tone="info" title={t('origin.changed')}>
        <div>{t('origin.news', { title: localize(origin.title), date: formatDay(publishedAt, i18n.language) })}</div>
        <Button size="compact-sm" variant="default" className={classes.review!} onClick={() => setIsOpen(true)}>
          {t('origin.review')}
        </Button>
      </Notice>
      {isOpen && (
        <Suspense>
          <OriginDialog
            id={id}
            update={update}
            onClose={() => setIsOpen(false)}
            onMerged={(draft) => {
              setIsOpen(false);
              onMerged(draft);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

import { Button, Select } from '@mantine/core';
import type { CommentThread } from '@rise/contract';
import { tilesOf } from '@rise/contract/report-pages';
import { DetailDrawer, EmptyState, ErrorState, Notice, SegmentedChoice, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { useSession } from '../../../session/session.ts';
import { useOpenReport } from '../report-context.ts';
import type { RunState } from '../report-run.ts';
import { useFigures } from '../tiles/flat-table.ts';
import { CommentComposer } from './comment-composer.tsx';
import { Thread } from './comment-thread.tsx';
import { commentsQuery, useStartThread } from './comments.queries.ts';
import { type Point, pointsOf, presentValue, tileTitle } from './comments.rules.ts';
import classes from './comments.module.css';

interface CommentsDrawerProps {
  tiles: RunState['tiles'];
  /** The tile whose threads are shown; null: all. */
  tile: string | null;
  onChooseTile: (tile: string | null) => void;
  /** The thread that a link leads to. */
  thread: string | undefined;
  /** Leads to a tile. */
  onShow: (tile: string) => void;
  onClose: () => void;
}

/** Threads on the report or on one of its tiles, the newest first, and a new one. */
export default function CommentsDrawer({ tiles, tile, onChooseTile, thread, onShow, onClose }: CommentsDrawerProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report } = useOpenReport();
  const session = useSession();
  const threads = useQuery(commentsQuery(report.id));
  const pointsOn = usePoints(tiles);
  const linked = threads.data?.find(({ id }) => id === thread);
  const [chosen, setChosen] = useState<'open' | 'resolved' | null>(null);
  const shown = chosen ?? (linked && linked.resolvedAt !== null ? 'resolved' : 'open');
  const title = tile === null ? null : tileTitle({ tile }, tilesOf(report.document));
  const listed = threads.data?.filter(
    (one) => (tile === null || one.tile === tile) && (one.resolvedAt !== null) === (shown === 'resolved'),
  );
  const draftKey = `${session.account.id}.${report.id}`;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={t('report.comments.title')}
      subtitle={title ? localize(title) : t('report.comments.subtitle')}
    >
      {thread !== undefined && threads.data && !linked && (
        <Notice tone="info">{t('report.comments.threadGone')}</Notice>
      )}
      <NewThread
        key={tile}
        report={report.id}
        tile={tile}
        points={tile === null ? [] : pointsOn(tile)}
        draftKey={draftKey}
      />
      <div className={classes.filter}>
        <SegmentedChoice
          label={t('report.comments.show')}
          options={[
            { value: 'open', label: t('report.comments.open') },
            { value: 'resolved', label: t('report.comments.resolved') },
          ]}
          value={shown}
          onChange={setChosen}
        />
        {tile !== null && (
          <Button size="compact-sm" variant="subtle" onClick={() => onChooseTile(null)}>
            {t('report.comments.all')}
          </Button>
        )}
      </div>
      {threads.isPending && <TextSkeleton lines={4} />}
      {threads.isError && <ErrorState {...errorText(threads.error, t)} onRetry={() => void threads.refetch()} />}
      {listed?.length === 0 && (
        <EmptyState
          title={t(shown === 'open' ? 'report.comments.none' : 'report.comments.noneResolved')}
          text={t('report.comments.noneText')}
        />
      )}
      <ul className={classes.threads}>
        {listed?.map((one: CommentThread) => (
          <Thread
            key={one.id}
            report={report}
            thread={one}
            present={one.tile === null ? null : presentValue(one, pointsOn(one.tile))}
            isLinked={one.id === thread}
            draftKey={draftKey}
            onShow={onShow}
          />
        ))}
      </ul>
    </DetailDrawer>
  );
}

/** Reads the figures that a tile shows now. */
function usePoints(tiles: RunState['tiles']): (tile: string) => Point[] {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const format = useFigures();
  const { report, subject } = useOpenReport();
  const words = { t, language: i18n.language, localize };
  return (id) => {
    const run = tiles[id];
    return pointsOf(run?.status === 'ready' ? run.results : null, { report, subject, words, format });
  };
}

function NewThread(props: { report: string; tile: string | null; points: readonly Point[]; draftKey: string }) {
  const { report, tile, points, draftKey } = props;
  const { t } = useTranslation();
  const { report: open } = useOpenReport();
  const start = useStartThread(report);
  const [chosen, setChosen] = useState<string | null>(null);
  const point = chosen === null ? undefined : points[Number(chosen)];
  return (
    <section className={classes.new} aria-label={t('report.comments.new')}>
      {points.length > 0 && (
        <Select
          label={t('report.comments.figure')}
          placeholder={t('report.comments.wholeTile')}
          searchable
          clearable
          data={points.map(({ place, value }, index) => ({ value: String(index), label: `${place.text}: ${value}` }))}
          value={chosen}
          onChange={setChosen}
          nothingFoundMessage={t('report.comments.noFigure')}
        />
      )}
      <CommentComposer
        report={report}
        label={t('report.comments.new')}
        action={t('report.comments.send')}
        draftKey={`${draftKey}.${tile ?? 'report'}.new`}
        isFocused={tile !== null}
        onSend={(comment) =>
          start
            .mutateAsync({
              tile,
              place: point?.place ?? null,
              seen: point
                ? { value: point.value, figure: point.figure, asOf: open.asOf, dataVersion: open.dataVersion }
                : null,
              ...comment,
            })
            .then(() => setChosen(null))
        }
      />
    </section>
  );
}

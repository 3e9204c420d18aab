import { Button } from '@mantine/core';
import type { HiddenEntry, SearchPin } from '@rise/contract';
import { EmptyState, ErrorState, TableSkeleton, useConfirm } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import type { OnDone, Undo } from '../../page-frame/done-line.tsx';
import { curationQuery, useHide, usePin, useUnhide, useUnpin } from './search-administration.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './search-administration.module.css';

/** What the search shows first for a term, and what it never shows. */
export function CurationView({ onDone }: { onDone: OnDone }) {
  const { t, i18n } = useTranslation();
  const found = useQuery(curationQuery(i18n.language));
  const unpin = useUnpin();
  const unhide = useUnhide();
  const pin = usePin();
  const hide = useHide();
  if (found.isError) return <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <TableSkeleton rows={4} columns={3} />;
  const { pins, hidden } = found.data;
  return (
    <>
      <CuratedList
        kind="pin"
        rows={pins}
        mutation={unpin}
        undo={({ term, set, entry }) => entry !== null && (() => pin.mutateAsync({ term, set, entry }))}
        onDone={onDone}
      />
      <CuratedList
        kind="hidden"
        rows={hidden}
        mutation={unhide}
        undo={({ set, entry }) => entry !== null && (() => hide.mutateAsync({ set, entry }))}
        onDone={onDone}
      />
    </>
  );
}

const TEXTS = {
  pin: {
    title: 'searchAdmin.curation.pins',
    none: 'searchAdmin.curation.noPins',
    act: 'searchAdmin.curation.unpin',
    done: 'searchAdmin.curation.unpinned',
    undone: 'searchAdmin.curation.pinnedAgain',
    question: 'searchAdmin.curation.unpinTitle',
  },
  hidden: {
    title: 'searchAdmin.curation.hidden',
    none: 'searchAdmin.curation.noHidden',
    act: 'searchAdmin.curation.unhide',
    done: 'searchAdmin.curation.unhidden',
    undone: 'searchAdmin.curation.hiddenAgain',
    question: 'searchAdmin.curation.unhideTitle',
  },
} as const;

type Row = HiddenEntry & Partial<Pick<SearchPin, 'term'>>;

interface CuratedListProps<R extends Row> {
  kind: keyof typeof TEXTS;
  rows: readonly R[];
  mutation: ReturnType<typeof useUnpin>;
  /** Restores a row; false where its entry is unknown here. */
  undo: (row: R) => Undo['run'] | false;
  onDone: OnDone;
}

function CuratedList<R extends Row>({ kind, rows, mutation, undo, onDone }: CuratedListProps<R>) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const heading = useRef<HTMLHeadingElement>(null);
  const texts = TEXTS[kind];
  const title = t(texts.title);
  const act = async (row: R) => {
    const run = undo(row);
    // What cannot be restored is asked for.
    const answer = run
      ? 'confirmed'
      : await confirm({
          title: t(texts.question),
          message: t('searchAdmin.curation.elsewhereText'),
          actions: { confirm: { label: t(texts.act) }, cancel: { label: t('common.cancel') } },
        });
    if (answer !== 'confirmed') return;
    mutation.mutate(row.id, {
      onSuccess: () => {
        onDone(t(texts.done), run ? { run, done: t(texts.undone) } : undefined);
        // The button is gone with its row.
        heading.current?.focus();
      },
    });
  };
  return (
    <section className={cards.card} aria-label={title}>
      <h2 ref={heading} tabIndex={-1} className={cards.heading}>
        {title}
      </h2>
      {mutation.error && (
        <p role="alert" className={classes.error}>
          {errorText(mutation.error, t).message}
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState art="list" title={t(texts.none)} text={t('searchAdmin.curation.help')} />
      ) : (
        <ul className={cards.list}>
          {rows.map((row) => {
            const { id, set, title: name, term } = row;
            const shown = name ?? t('searchAdmin.curation.elsewhere');
            return (
              <li key={id} className={classes.result}>
                <div>
                  <p className={cards.name}>{shown}</p>
                  <p className={classes.hint}>
                    {[
                      t(`searchAdmin.sets.${set}`),
                      ...(term === undefined ? [] : [t('searchAdmin.curation.for', { term })]),
                    ].join(' · ')}
                  </p>
                </div>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`${t(texts.act)}: ${shown}`}
                  onClick={() => void act(row)}
                >
                  {t(texts.act)}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

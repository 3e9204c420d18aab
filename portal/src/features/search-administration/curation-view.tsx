import { Button } from '@mantine/core';
import type { HiddenEntry } from '@rise/contract';
import { EmptyState, ErrorState, TableSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { curationQuery, useUnhide, useUnpin } from './search-administration.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './search-administration.module.css';

/** What the search shows first for a term, and what it never shows. */
export function CurationView({ onDone }: { onDone: (message: string) => void }) {
  const { t, i18n } = useTranslation();
  const found = useQuery(curationQuery(i18n.language));
  const unpin = useUnpin();
  const unhide = useUnhide();
  if (found.isError) return <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <TableSkeleton rows={4} columns={3} />;
  const { pins, hidden } = found.data;
  return (
    <>
      <CuratedList
        title={t('searchAdmin.curation.pins')}
        none={t('searchAdmin.curation.noPins')}
        rows={pins}
        run={{ label: 'searchAdmin.curation.unpin', mutation: unpin, done: 'searchAdmin.curation.unpinned' }}
        onDone={onDone}
      />
      <CuratedList
        title={t('searchAdmin.curation.hidden')}
        none={t('searchAdmin.curation.noHidden')}
        rows={hidden}
        run={{ label: 'searchAdmin.curation.unhide', mutation: unhide, done: 'searchAdmin.curation.unhidden' }}
        onDone={onDone}
      />
    </>
  );
}

interface CuratedListProps {
  title: string;
  none: string;
  rows: readonly (HiddenEntry & { term?: string })[];
  run: {
    label: 'searchAdmin.curation.unpin' | 'searchAdmin.curation.unhide';
    mutation: ReturnType<typeof useUnpin>;
    done: 'searchAdmin.curation.unpinned' | 'searchAdmin.curation.unhidden';
  };
  onDone: (message: string) => void;
}

function CuratedList({ title, none, rows, run: { label, mutation, done }, onDone }: CuratedListProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
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
        <EmptyState art="list" title={none} text={t('searchAdmin.curation.help')} />
      ) : (
        <ul className={cards.list}>
          {rows.map(({ id, set, title: name, term }) => {
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
                  aria-label={`${t(label)}: ${shown}`}
                  onClick={() =>
                    mutation.mutate(id, {
                      onSuccess: () => {
                        onDone(t(done));
                        // The button is gone with its row.
                        heading.current?.focus();
                      },
                    })
                  }
                >
                  {t(label)}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

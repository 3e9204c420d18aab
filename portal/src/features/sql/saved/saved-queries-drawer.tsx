import { Button, TextInput } from '@mantine/core';
import type { SavedQuery } from '@rise/contract';
import { DetailDrawer, EmptyState, ErrorState, ListSkeleton, useConfirm } from '@rise/ui';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { formatMoment } from '../../../dates/moments.ts';
import { savedQueriesQuery } from '../../../warehouse/saved-queries.queries.ts';
import { useDeleteQuery } from '../sql.queries.ts';
import { CreateReport } from './create-report.tsx';
import classes from './saved.module.css';

export interface SavedQueriesDrawerProps {
  search: string;
  onSearch: (search: string) => void;
  onOpen: (query: SavedQuery) => void;
  onClose: () => void;
}

const matches = ({ name, description, sql, author }: SavedQuery, search: string) =>
  [name, description, sql, author ?? ''].some((text) => text.toLocaleLowerCase().includes(search.toLocaleLowerCase()));

/** The person's own queries and those shared with the tenant. */
export default function SavedQueriesDrawer({ search, onSearch, onOpen, onClose }: SavedQueriesDrawerProps) {
  const { t } = useTranslation();
  const saved = useQuery(savedQueriesQuery);
  const remove = useDeleteQuery();
  const found = saved.data?.queries.filter((query) => matches(query, search.trim()));
  return (
    <DetailDrawer
      opened
      size="wide"
      onClose={onClose}
      title={t('sqlWorkbench.queries.title')}
      subtitle={t('sqlWorkbench.queries.subtitle')}
    >
      {remove.isError && (
        <p role="alert" className={classes.error}>
          {errorText(remove.error, t).message}
        </p>
      )}
      {saved.isError ? (
        <ErrorState {...errorText(saved.error, t)} onRetry={() => void saved.refetch()} />
      ) : found === undefined ? (
        <ListSkeleton rows={5} />
      ) : saved.data?.queries.length === 0 ? (
        <EmptyState title={t('sqlWorkbench.queries.empty')} text={t('sqlWorkbench.queries.emptyText')} art="list" />
      ) : (
        <>
          <TextInput
            type="search"
            className={classes.search}
            aria-label={t('sqlWorkbench.queries.search')}
            placeholder={t('sqlWorkbench.queries.search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={(event) => onSearch(event.currentTarget.value)}
          />
          {found.length === 0 ? (
            <EmptyState title={t('sqlWorkbench.queries.none')} text={t('sqlWorkbench.queries.noneText')} art="search" />
          ) : (
            <ul className={classes.items}>
              {found.map((query) => (
                <QueryItem
                  key={query.id}
                  query={query}
                  onOpen={() => onOpen(query)}
                  onDelete={() => remove.mutate(query.id)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </DetailDrawer>
  );
}

function QueryItem({ query, onOpen, onDelete }: { query: SavedQuery; onOpen: () => void; onDelete: () => void }) {
  const { t, i18n } = useTranslation();
  const confirm = useConfirm();
  const { name, description, sql, shared, author, isOwn, can, updatedAt } = query;
  const confirmDelete = async () => {
    const answer = await confirm({
      title: t('sqlWorkbench.queries.confirmTitle', { name }),
      message: shared ? t('sqlWorkbench.queries.confirmShared') : t('sqlWorkbench.queries.confirmOwn'),
      actions: {
        confirm: { label: t('sqlWorkbench.queries.delete'), color: 'warn' },
        cancel: { label: t('common.cancel') },
      },
    });
    if (answer === 'confirmed') onDelete();
  };
  const facts = [
    ...(isOwn || author === null ? [] : [author]),
    t('sqlWorkbench.queries.changed', { moment: formatMoment(updatedAt, i18n.language) }),
  ];
  return (
    <li className={classes.item}>
      <h3 className={classes.name}>
        {name}
        <span className={classes.badge}>
          {shared ? t('sqlWorkbench.queries.shared') : t('sqlWorkbench.queries.private')}
        </span>
      </h3>
      {description !== '' && <p className={classes.description}>{description}</p>}
      <pre className={classes.sql}>{sql}</pre>
      <div className={classes.foot}>
        <p className={classes.facts}>{facts.join(' · ')}</p>
        {can.delete && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="negative"
            aria-label={t('sqlWorkbench.queries.deleteLabel', { name })}
            onClick={() => void confirmDelete()}
          >
            {t('sqlWorkbench.queries.delete')}
          </Button>
        )}
        <CreateReport query={query} />
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('sqlWorkbench.queries.openLabel', { name })}
          onClick={onOpen}
        >
          {t('sqlWorkbench.openInTab')}
        </Button>
      </div>
    </li>
  );
}

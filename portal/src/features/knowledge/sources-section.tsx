import { Button } from '@mantine/core';
import { ListSkeleton } from '@rise/ui';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { SourceForm } from './source-form.tsx';
import { SourceItem } from './source-item.tsx';
import { sourcesQuery, useCreateSource } from './sources.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './knowledge.module.css';

/** The Confluence sites whose spaces the assistant answers from. */
export function SourcesSection() {
  const { t } = useTranslation();
  const found = useQuery(sourcesQuery);
  const create = useCreateSource();
  const [isAdding, setIsAdding] = useState(false);
  const sources = found.data?.sources ?? [];
  const close = () => {
    create.reset();
    setIsAdding(false);
  };
  return (
    <section className={cards.card} aria-labelledby="knowledge-sources">
      <h2 id="knowledge-sources" className={cards.heading}>
        {t('knowledge.sources.title')}
      </h2>
      <p className={cards.hint}>{t('knowledge.sources.help')}</p>
      {found.isError ? (
        <p role="alert" className={cards.error}>
          {errorText(found.error, t).message}
        </p>
      ) : found.isPending ? (
        <ListSkeleton rows={1} />
      ) : (
        sources.length > 0 && (
          <ul className={cards.list} aria-label={t('knowledge.sources.title')}>
            {sources.map((source) => (
              <SourceItem key={source.id} source={source} />
            ))}
          </ul>
        )
      )}
      {isAdding ? (
        <SourceForm
          source={null}
          isPending={create.isPending}
          error={create.error}
          onSave={(draft) => create.mutate({ ...draft, token: draft.token ?? '' }, { onSuccess: close })}
          onCancel={close}
        />
      ) : (
        <Button
          mt="sm"
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          onClick={() => setIsAdding(true)}
        >
          {t('knowledge.sources.connect')}
        </Button>
      )}
      <p className={classes.rights}>{t('knowledge.sources.rights')}</p>
    </section>
  );
}

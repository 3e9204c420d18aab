import { NativeSelect } from '@mantine/core';
import type { SemanticQuery } from '@rise/contract';
import { DetailDrawer, DetailSection, ErrorState, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../client/error-text.ts';
import { useLocalize } from '../i18n/use-language.ts';
import { explanationQuery } from './explanation.queries.ts';
import { figuresOfQuery } from './query-figures.rules.ts';
import classes from './query-drawer.module.css';

interface QueryDrawerProps {
  query: SemanticQuery;
  /** What the query is behind: an answer, a finding. */
  subtitle: string;
  /** How a measure or a calculation of the query is called; needed where it has several. */
  titleOf?: (name: string) => string;
  onClose: () => void;
}

/** The query behind figures: what they mean, the query as data, and its SQL for each of them. */
export default function QueryDrawer({ query, subtitle, titleOf, onClose }: QueryDrawerProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const names = figuresOfQuery(query);
  const [chosen, choose] = useState(names[0] ?? '');
  const found = useQuery({ ...explanationQuery(query, chosen), enabled: chosen !== '' });
  return (
    <DetailDrawer opened size="wide" onClose={onClose} title={t('figureQuery.title')} subtitle={subtitle}>
      <DetailSection title={t('figureQuery.semantic')}>
        <pre className={classes.code} tabIndex={0} aria-label={t('figureQuery.semantic')}>
          {JSON.stringify(query, null, 2)}
        </pre>
      </DetailSection>
      {names.length > 1 && (
        <NativeSelect
          className={classes.figure!}
          label={t('figureQuery.figure')}
          data={names.map((name) => ({ value: name, label: titleOf?.(name) ?? name }))}
          value={chosen}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
      {found.data && (
        <DetailSection title={t('figureQuery.definition')}>
          <p>{localize(found.data.definition)}</p>
        </DetailSection>
      )}
      {chosen === '' ? null : found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <TextSkeleton lines={6} />
      ) : (
        <DetailSection title={t('figureQuery.sql')}>
          <pre className={classes.code} tabIndex={0} aria-label={t('figureQuery.sql')}>
            {found.data.sql}
          </pre>
        </DetailSection>
      )}
    </DetailDrawer>
  );
}

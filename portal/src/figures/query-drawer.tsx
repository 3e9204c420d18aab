import type { Insight } from '@rise/contract';
import { DetailDrawer, DetailSection, ErrorState, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { explanationQuery } from './insights.queries.ts';
import classes from './insights.module.css';

interface QueryDrawerProps {
  finding: Insight;
  onClose: () => void;
}

/** The query behind a finding: what its measure means, the query as data, and its SQL. */
export default function QueryDrawer({ finding, onClose }: QueryDrawerProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { query, measure } = finding;
  const name = measure?.name ?? ('measures' in query ? (query.measures[0] ?? '') : '');
  const found = useQuery(explanationQuery(query, name));
  return (
    <DetailDrawer
      opened
      size="wide"
      onClose={onClose}
      title={t('insights.query.title')}
      subtitle={localize(finding.sentence)}
    >
      {found.data && (
        <DetailSection title={t('insights.query.definition')}>
          <p>{localize(found.data.definition)}</p>
        </DetailSection>
      )}
      <DetailSection title={t('insights.query.semantic')}>
        <pre className={classes.code} tabIndex={0} aria-label={t('insights.query.semantic')}>
          {JSON.stringify(query, null, 2)}
        </pre>
      </DetailSection>
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <TextSkeleton lines={6} />
      ) : (
        <DetailSection title={t('insights.query.sql')}>
          <pre className={classes.code} tabIndex={0} aria-label={t('insights.query.sql')}>
            {found.data.sql}
          </pre>
        </DetailSection>
      )}
    </DetailDrawer>
  );
}

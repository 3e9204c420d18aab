import { ErrorState, ListSkeleton, Page, PageHeader, TableSkeleton } from '@rise/ui';
import type { SearchParams } from '@rise/ui/search-params';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { evaluationQuery } from './evaluation.queries.ts';
import { QuestionForm } from './question-form.tsx';
import { QuestionItems } from './question-items.tsx';
import { RunResults } from './run-results.tsx';
import { RunList } from './run-list.tsx';

/** How well questions are understood, over time: for a tenant's administrators. */
export default function EvaluationPage() {
  const { t } = useTranslation();
  const found = useQuery(evaluationQuery);
  // A question that a person rated comes with the address.
  const { question: taken = '' }: SearchParams = useSearch({ strict: false });
  const [edited, edit] = useState<string | null>(null);
  const [chosen, choose] = useState<string | null>(null);
  const runs = found.data?.runs ?? [];
  const shown = runs.find(({ id }) => id === chosen) ?? runs[0];
  return (
    <Page>
      <PageHeader title={t('evaluation.title')} purpose={t('evaluation.purpose')} />
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <>
          <ListSkeleton rows={2} />
          <TableSkeleton rows={6} columns={5} />
        </>
      ) : (
        <>
          <RunList overview={found.data} chosen={shown?.id ?? null} onChoose={choose} />
          {shown && <RunResults run={shown} />}
          <QuestionForm
            key={edited ?? 'new'}
            question={found.data.questions.find(({ id }) => id === edited) ?? null}
            text={taken}
            onDone={() => edit(null)}
          />
          <QuestionItems questions={found.data.questions} onEdit={edit} />
        </>
      )}
    </Page>
  );
}

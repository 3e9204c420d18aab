import { Button } from '@mantine/core';
import type { KnowledgeDocument } from '@rise/contract';
import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader, useConfirm } from '@rise/ui';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useReportError } from '../../client/use-report-error.ts';
import { formatMoment } from '../../dates/moments.ts';
import { formatBytes } from '../../figures/format-bytes.ts';
import { AppLink } from '../../routing/link.tsx';
import { FoldersSection } from './folders-section.tsx';
import { documentsQuery, useDeleteDocument } from './knowledge.queries.ts';
import { SourcesSection } from './sources-section.tsx';
import { UploadForm } from './upload-form.tsx';
import classes from './knowledge.module.css';

/** The documents that the assistant answers from, for the tenant's administrators. */
export default function KnowledgePage() {
  const { t } = useTranslation();
  const found = useQuery(documentsQuery);
  const documents = found.data?.documents ?? [];
  return (
    <Page width="narrow">
      <PageHeader
        title={t('knowledge.title')}
        purpose={t('knowledge.purpose')}
        {...(found.data ? { count: documents.length } : {})}
      />
      <FoldersSection />
      <SourcesSection />
      <UploadForm documents={documents} />
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <ListSkeleton rows={4} />
      ) : documents.length === 0 ? (
        <EmptyState art="list" title={t('knowledge.none')} text={t('knowledge.noneText')} />
      ) : (
        <ul className={classes.list} aria-label={t('knowledge.title')}>
          {documents.map((document) => (
            <DocumentItem key={document.id} document={document} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function DocumentItem({ document }: { document: KnowledgeDocument }) {
  const { t, i18n } = useTranslation();
  const confirm = useConfirm();
  const remove = useDeleteDocument();
  const onError = useReportError();
  const { id, name, audience, passages, bytes, author, uploadedAt } = document;
  const ask = async () => {
    const answer = await confirm({
      title: t('knowledge.delete.title', { name }),
      message: t('knowledge.delete.message'),
      actions: { confirm: { label: t('common.delete') } },
    });
    if (answer === 'confirmed') remove.mutate(id, { onError });
  };
  const moment = formatMoment(uploadedAt, i18n.language);
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <AppLink href={`/knowledge/${id}`} className={classes.name}>
          {name}
        </AppLink>
        <p className={classes.detail}>
          {t('knowledge.ready', { count: passages })} · {formatBytes(bytes, i18n.language)} ·{' '}
          {t(`knowledge.audiences.${audience}`)}
        </p>
        <p className={classes.detail}>
          {author === null ? moment : t('knowledge.uploadedBy', { name: author, moment })}
        </p>
      </div>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        aria-label={t('knowledge.delete.label', { name })}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        {t('common.delete')}
      </Button>
    </li>
  );
}

import { NativeSelect, TextInput } from '@mantine/core';
import type { MailItem, MailStatus } from '@rise/contract';
import { MAIL_KINDS, MAIL_PAGE, MAIL_STATUSES } from '@rise/contract/mail-words';
import { useOverlayAddress } from '@rise/shell/routing';
import { EmptyState, ErrorState, Notice, Page, PageHeader, TableSkeleton } from '@rise/ui';
import { stringifySearch } from '@rise/ui/search-params';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPages } from '../../page-frame/list-pages.tsx';
import { errorText } from '../../client/error-text.ts';
import { MailDomains } from './mail-domains.tsx';
import { mailListQuery } from './mail.queries.ts';
import { type MailState, readMailState, writeMailState } from './mail.state.ts';
import classes from './mail.module.css';

const MailGrid = lazy(() => import('./mail-grid.tsx'));
const MailDrawer = lazy(() => import('./mail-drawer.tsx'));

/** The tenant's mail, sent or not, and where it may go. */
export default function MailPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const state = readMailState(useSearch({ strict: false }));
  const found = useQuery(mailListQuery(state));
  const change = (next: Partial<MailState>, replace = false) =>
    void navigate({ to: '/mail', search: writeMailState({ ...state, ...next }) as never, replace });
  const overlay = useOverlayAddress();
  const hrefOf = (mail: string | null) => `/mail${stringifySearch(writeMailState({ ...state, mail }))}`;
  const isFiltered = state.status !== null || state.kind !== null || state.search !== '';
  return (
    <Page>
      <PageHeader
        title={t('mail.title')}
        purpose={t('mail.purpose')}
        {...(found.data ? { count: found.data.total } : {})}
      />
      {found.data?.server === false && <Notice tone="warning">{t('mail.withoutServer')}</Notice>}
      <Filters state={state} onChange={change} />
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <TableSkeleton rows={8} columns={4} />
      ) : found.data.mails.length === 0 ? (
        <EmptyState
          art={isFiltered ? 'search' : 'list'}
          title={t(isFiltered ? 'mail.nothingFound' : 'mail.empty')}
          text={t(isFiltered ? 'mail.nothingFoundText' : 'mail.emptyText')}
        />
      ) : (
        <Suspense fallback={<TableSkeleton rows={8} columns={4} />}>
          <MailGrid mails={found.data.mails} openRow={state.mail} onOpen={(mail) => overlay.open(hrefOf(mail))} />
          <ListPages
            label={t('mail.pages')}
            page={state.page}
            size={MAIL_PAGE}
            total={found.data.total}
            onChange={(page) => change({ page })}
          />
        </Suspense>
      )}
      <MailDomains />
      {state.mail !== null && (
        <Suspense fallback={null}>
          <MailDrawer
            id={state.mail}
            canSend={found.data?.server === true}
            onClose={() => overlay.close(hrefOf(null))}
          />
        </Suspense>
      )}
    </Page>
  );
}

interface ControlProps {
  state: MailState;
  onChange: (next: Partial<MailState>, replace?: boolean) => void;
}

function Filters({ state: { status, kind, search }, onChange }: ControlProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.tools}>
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t('mail.search')}
        placeholder={t('mail.search')}
        maxLength={100}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value, page: 1 }, true)}
      />
      <NativeSelect
        aria-label={t('mail.statusLabel')}
        value={status ?? ''}
        data={[
          { value: '', label: t('mail.allStatuses') },
          ...MAIL_STATUSES.map((value) => ({ value, label: t(`mail.status.${value}`) })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ status: (currentTarget.value || null) as MailStatus | null, page: 1 })
        }
      />
      <NativeSelect
        aria-label={t('mail.kindLabel')}
        value={kind ?? ''}
        data={[
          { value: '', label: t('mail.allKinds') },
          ...MAIL_KINDS.map((value) => ({ value, label: t(`mail.kinds.${value}`) })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ kind: (currentTarget.value || null) as MailItem['kind'] | null, page: 1 })
        }
      />
    </div>
  );
}

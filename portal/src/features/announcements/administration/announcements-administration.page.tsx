import { Button } from '@mantine/core';
import { ANNOUNCEMENT_PAGE, ANNOUNCEMENT_STATES } from '@rise/contract/announcement-words';
import { useOverlayAddress } from '@rise/shell/routing';
import { EmptyState, ErrorState, formatInteger, ListSkeleton, Page, PageHeader, SegmentedChoice } from '@rise/ui';
import { stringifySearch } from '@rise/ui/search-params';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { DoneLine, useDone } from '../../../page-frame/done-line.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import { AnnouncementItem } from './announcement-item.tsx';
import {
  type AdministrationState,
  readAdministrationState,
  writeAdministrationState,
} from './announcements-administration.state.ts';
import { administeredQuery } from './announcements-administration.queries.ts';
import { ReadersDrawer } from './readers-drawer.tsx';
import cards from '../../../embedding/cards.module.css';
import classes from './announcements-administration.module.css';

/** Announcements of all states: written, previewed in the banner, published and ended here. */
export default function AnnouncementsAdministrationPage() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const state = readAdministrationState(useSearch({ strict: false }));
  const { data, error, isError, refetch } = useQuery(administeredQuery(state));
  const { done, onDone } = useDone();
  const change = (next: Partial<AdministrationState>) =>
    void navigate({
      to: '/global/announcements',
      search: writeAdministrationState({ ...state, ...next }) as never,
    });
  const overlay = useOverlayAddress();
  const hrefOf = (next: Partial<AdministrationState>) =>
    `/global/announcements${stringifySearch(writeAdministrationState({ ...state, ...next }))}`;
  const open = (next: Partial<AdministrationState>) => overlay.open(hrefOf(next));
  const close = (next: Partial<AdministrationState>) => overlay.close(hrefOf(next));
  const write = (count: number) => formatInteger(count, i18n.language);
  const all = data ? Object.values(data.counts).reduce((sum, count) => sum + count, 0) : 0;
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open({ form: 'new' })}>
      {t('announcementAdmin.new')}
    </Button>
  );
  return (
    <Page width="narrow">
      <PageHeader
        title={t('announcementAdmin.title')}
        purpose={t('announcementAdmin.purpose')}
        {...(data && { count: all })}
        actions={create}
      />
      <div className={classes.tools}>
        <SegmentedChoice
          label={t('announcementAdmin.stateLabel')}
          value={state.state ?? 'all'}
          options={[
            { value: 'all', label: t('announcementAdmin.all') },
            ...ANNOUNCEMENT_STATES.map((value) => ({
              value,
              label: [t(`announcementAdmin.states.${value}`), ...(data ? [write(data.counts[value])] : [])].join(' · '),
            })),
          ]}
          onChange={(value) => change({ state: value === 'all' ? null : value, page: 1 })}
        />
      </div>
      <DoneLine done={done} onDone={onDone} className={classes.done} />
      {isError ? (
        <ErrorState {...errorText(error, t)} onRetry={() => void refetch()} />
      ) : !data ? (
        <ListSkeleton rows={4} />
      ) : data.announcements.length === 0 ? (
        <EmptyState
          art="list"
          title={t(all === 0 ? 'announcementAdmin.empty' : 'announcementAdmin.nothing')}
          text={t('announcementAdmin.emptyText')}
        />
      ) : (
        <section className={cards.card} aria-label={t('announcementAdmin.title')}>
          <ul className={classes.list}>
            {data.announcements.map((announcement) => (
              <AnnouncementItem
                key={announcement.id}
                announcement={announcement}
                tenants={data.tenants}
                onEdit={() => open({ form: announcement.id })}
                onReaders={() => open({ readers: announcement.id })}
                onDone={onDone}
              />
            ))}
          </ul>
        </section>
      )}
      {data && data.total > ANNOUNCEMENT_PAGE && <Pages page={state.page} total={data.total} onChange={change} />}
      {state.form !== null && data && (
        <AnnouncementForm
          key={state.form}
          form={state.form}
          preview={state.preview}
          tenants={data.tenants}
          onPreview={(preview) => (preview === null ? close({ preview }) : open({ preview }))}
          onClose={() => close({ form: null, preview: null })}
          onSaved={(message) => {
            onDone(message);
            close({ form: null, preview: null });
          }}
        />
      )}
      {state.readers !== null && <ReadersDrawer id={state.readers} onClose={() => close({ readers: null })} />}
    </Page>
  );
}

function Pages({
  page,
  total,
  onChange,
}: {
  page: number;
  total: number;
  onChange: (next: Partial<AdministrationState>) => void;
}) {
  const { t, i18n } = useTranslation();
  const write = (value: number) => formatInteger(value, i18n.language);
  const first = (page - 1) * ANNOUNCEMENT_PAGE + 1;
  const last = Math.min(total, page * ANNOUNCEMENT_PAGE);
  return (
    <nav className={classes.pages} aria-label={t('announcementAdmin.pages')}>
      <span role="status">
        {t('announcementAdmin.range', { from: write(first), to: write(last), total: write(total) })}
      </span>
      <Button
        variant="default"
        size="xs"
        disabled={page === 1}
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        onClick={() => onChange({ page: page - 1 })}
      >
        {t('announcementAdmin.previous')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={last >= total}
        rightSection={<IconChevronRight size={14} aria-hidden />}
        onClick={() => onChange({ page: page + 1 })}
      >
        {t('announcementAdmin.following')}
      </Button>
    </nav>
  );
}

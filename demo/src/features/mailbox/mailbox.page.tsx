import { EmptyState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { demoQuery } from '../../client/queries.ts';
import { useLanguage } from '@rise/shell/language';
import { QueryContent } from '../../components/query-content.tsx';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { Pager } from '../../components/pager.tsx';
import { useRedirect } from '../../components/use-record.ts';
import { usePageTitle } from '@rise/shell/routing';
import { MailDetail } from './mail-detail.tsx';
import { MailRow } from './mail-row.tsx';
import { MailViewMenu, MailViewNavigation } from './mail-view-navigation.tsx';
import { useMailViews } from './use-mail-views.ts';
import { useMailboxTexts } from './mailbox.texts.ts';
import classes from './mailbox.module.css';

/** Folders, filters and labels; a page of mails; and the open mail next to it. */
export default function MailboxPage() {
  const t = useMailboxTexts();
  const language = useLanguage();
  const params = useParams({ strict: false }) as Partial<Record<'folder' | 'filter' | 'label' | 'page' | 'id', string>>;
  const views = useMailViews();
  const kind = params.filter !== undefined ? 'filter' : params.label !== undefined ? 'label' : 'folder';
  const slug = params[kind] ?? 'inbox';
  const view = views?.find((one) => one.kind === kind && one.slug === slug);
  const base = kind === 'folder' ? `/apps/mailbox/${slug}` : `/apps/mailbox/${kind}/${slug}`;
  const page = Number(params.page ?? '');
  const sane = Number.isInteger(page) && page >= 1 ? page : 1;
  const listHref = `${base}/${sane}`;

  const mails = useQuery({
    ...demoQuery('mailbox', 'GET /api/apps/mailbox/mails', language, { query: { [kind]: slug, page: sane } }),
    placeholderData: keepPreviousData,
  });
  const { id } = params;
  const listed = mails.data?.mails.find((mail) => mail.id === id);
  // A linked mail may have moved to another page.
  const { data: single } = useQuery({
    ...demoQuery('mailbox', 'GET /api/apps/mailbox/mail', language, { query: { id: id ?? '' } }),
    enabled: id !== undefined && mails.data !== undefined && listed === undefined,
  });
  const open = id === undefined ? null : (listed ?? single ?? null);
  const lastPage = mails.isPlaceholderData ? undefined : mails.data?.pagination.lastPage;
  useRedirect(
    views !== undefined && !view
      ? '/apps/mailbox/inbox/1'
      : String(sane) !== params.page
        ? listHref
        : lastPage !== undefined && sane > lastPage
          ? `${base}/${lastPage}`
          : id !== undefined && listed === undefined && single === null
            ? listHref
            : null,
  );
  usePageTitle(open?.subject ?? view?.title);
  return (
    <Page>
      <PageHeader title={view?.title ?? t('title')} actions={<MailViewMenu views={views ?? []} current={view} />} />
      <div className={classes['mailbox']}>
        <MailViewNavigation views={views ?? []} current={view} />
        <ListWithDetail
          record={open}
          titleOf={({ subject }) => subject || t('noSubject')}
          listHref={listHref}
          Detail={MailDetail}
          placeholder={
            <div className={classes['placeholder']}>
              <EmptyState art="list" title={t('choose')} />
            </div>
          }
        >
          <QueryContent query={mails} fallback={<ListSkeleton rows={8} />}>
            {({ mails: rows, pagination }) =>
              rows.length === 0 ? (
                <EmptyState
                  art="list"
                  title={t('empty')}
                  {...(view && { text: t('emptyText', { title: view.title }) })}
                />
              ) : (
                <div className={classes['column']} aria-busy={mails.isPlaceholderData}>
                  <ul className={classes['rows']} aria-label={t('mails')}>
                    {rows.map((mail) => (
                      <li key={mail.id}>
                        <MailRow mail={mail} href={`${listHref}/${mail.id}`} open={mail.id === open?.id} />
                      </li>
                    ))}
                  </ul>
                  {'totalResults' in pagination && (
                    <Pager
                      first={pagination.startIndex + 1}
                      last={pagination.endIndex + 1}
                      total={pagination.totalResults}
                      {...(sane > 1 && { previous: `${base}/${sane - 1}` })}
                      {...(sane < pagination.lastPage && { next: `${base}/${sane + 1}` })}
                    />
                  )}
                </div>
              )
            }
          </QueryContent>
        </ListWithDetail>
      </div>
    </Page>
  );
}

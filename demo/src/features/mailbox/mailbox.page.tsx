import { EmptyState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { demoQuery } from '../../client/queries.ts';
import { useLanguage } from '../../i18n/language.ts';
import { Answered } from '../../reading/answered.tsx';
import { ListWithDetail } from '../../reading/list-with-detail.tsx';
import { Pager } from '../../reading/pager.tsx';
import { useLeave } from '../../reading/use-record.ts';
import { usePageTitle } from '../../routing/page-title.ts';
import { MailDetail } from './mail-detail.tsx';
import { MailRow } from './mail-row.tsx';
import { PlaceMenu, PlaceNavigation } from './place-navigation.tsx';
import { usePlaces } from './use-places.ts';
import { useMailboxTexts } from './mailbox.texts.ts';
import classes from './mailbox.module.css';

/** Folders, filters and labels; a page of mails; and one mail beside it. */
export default function MailboxPage() {
  const t = useMailboxTexts();
  const language = useLanguage();
  const params = useParams({ strict: false }) as Partial<Record<'folder' | 'filter' | 'label' | 'page' | 'id', string>>;
  const places = usePlaces();
  const kind = params.filter !== undefined ? 'filter' : params.label !== undefined ? 'label' : 'folder';
  const slug = params[kind] ?? 'inbox';
  const place = places?.find((one) => one.kind === kind && one.slug === slug);
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
  // A link may lead to a mail that has moved to another page since.
  const { data: single } = useQuery({
    ...demoQuery('mailbox', 'GET /api/apps/mailbox/mail', language, { query: { id: id ?? '' } }),
    enabled: id !== undefined && mails.data !== undefined && listed === undefined,
  });
  const open = id === undefined ? null : (listed ?? single ?? null);
  const lastPage = mails.isPlaceholderData ? undefined : mails.data?.pagination.lastPage;
  useLeave(
    places !== undefined && !place
      ? '/apps/mailbox/inbox/1'
      : String(sane) !== params.page
        ? listHref
        : lastPage !== undefined && sane > lastPage
          ? `${base}/${lastPage}`
          : id !== undefined && listed === undefined && single === null
            ? listHref
            : null,
  );
  usePageTitle(open?.subject ?? place?.title);
  return (
    <Page>
      <PageHeader title={place?.title ?? t('title')} actions={<PlaceMenu places={places ?? []} current={place} />} />
      <div className={classes['mailbox']}>
        <PlaceNavigation places={places ?? []} current={place} />
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
          <Answered query={mails} meanwhile={<ListSkeleton rows={8} />}>
            {({ mails: rows, pagination }) =>
              rows.length === 0 ? (
                <EmptyState
                  art="list"
                  title={t('empty')}
                  {...(place && { text: t('emptyText', { title: place.title }) })}
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
          </Answered>
        </ListWithDetail>
      </div>
    </Page>
  );
}

import { Button } from '@mantine/core';
import { EmptyState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { useLanguage } from '@rise/shell/language';
import { IconPencilPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { demoQuery, useDemoQuery } from '../../client/queries.ts';
import { KeyHelp } from '../../components/key-help.tsx';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useRedirect } from '../../components/use-record.ts';
import { AppLink } from '../../routing/link.tsx';
import { ComposeDialog } from './compose/compose-dialog.tsx';
import { NEW } from './compose/compose-request.ts';
import { MailList } from './list/mail-list.tsx';
import { MailViewMenu, MailViewNavigation } from './list/mail-view-navigation.tsx';
import { NoMails } from './list/no-mails.tsx';
import { useChoice } from './list/use-choice.ts';
import type { Mail, MailPage } from './mail.ts';
import { MailDetail } from './read/mail-detail.tsx';
import { MAIL_KEYS, useMailKeys } from './use-mail-keys.ts';
import { useMailViews } from './use-mail-views.ts';
import { mailsQueryOf, type MailboxAddress, useMailboxAddress } from './use-mailbox-address.ts';
import { useMailboxTexts } from './mailbox.texts.ts';
import classes from './mailbox.module.css';

/** Each search is a call that takes its time. */
const SEARCH_PAUSE_MS = 200;

/** Folders, filters and labels; a page of mails; the open mail next to it; and the form for a mail over it. */
export default function MailboxPage() {
  const t = useMailboxTexts();
  const router = useRouter();
  const { search } = useAddress();
  const address = useMailboxAddress();
  const views = useMailViews();
  const view = views?.find((one) => one.kind === address.kind && one.slug === address.slug);
  const mails = useMails(address);
  const open = useOpenMail(address, mails.data);
  const { data: settings } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/settings');
  const choice = useChoice(address.listHref);
  const lastPage = mails.isPlaceholderData ? undefined : mails.data?.pagination.lastPage;
  useRedirect(redirectOf(address, views !== undefined && !view, lastPage, open === null));
  usePageTitle(open?.subject ?? view?.title);
  const compose = (request: string) => void router.navigate({ href: address.composeHref(request), resetScroll: false });
  useMailKeys({ address, mails: mails.data?.mails ?? [], open: open ?? null, choice, compose });
  const title = view?.title ?? t('title');
  return (
    <Page>
      <PageHeader
        title={title}
        actions={
          <>
            <SearchField
              label={t('searchIn', { title })}
              path={address.firstPagePath}
              pause={SEARCH_PAUSE_MS}
              shortcut="/"
              className={classes['search']}
            />
            <MailViewMenu views={views ?? []} current={view} />
            <Button leftSection={<IconPencilPlus size={16} />} aria-keyshortcuts="c" onClick={() => compose(NEW)}>
              {t('compose')}
            </Button>
          </>
        }
      />
      <div className={classes['mailbox']} data-layout={settings?.messageLayout}>
        <MailViewNavigation views={views ?? []} current={view} />
        <ListWithDetail
          record={open ?? null}
          titleOf={({ subject }) => subject || t('noSubject')}
          listHref={address.listHref}
          Detail={MailDetail}
          placeholder={
            <div className={classes['placeholder']}>
              <EmptyState art="list" title={t('chooseMail')} />
            </div>
          }
        >
          <QueryContent query={mails} fallback={<ListSkeleton rows={8} />}>
            {(data) =>
              data.mails.length > 0 ? (
                <MailList
                  data={data}
                  address={address}
                  isStale={mails.isPlaceholderData}
                  choice={choice}
                  openId={open?.id}
                />
              ) : isBeyond(data) ? (
                <ListSkeleton rows={8} />
              ) : (
                <NoMails address={address} title={title} />
              )
            }
          </QueryContent>
        </ListWithDetail>
      </div>
      <ComposeDialog />
      <KeyHelp keys={MAIL_KEYS.map(([key, name]) => [key, t(name)])} isOff={search['compose'] !== undefined}>
        <AppLink href="/apps/mailbox/settings" className={classes['keys-link']}>
          {t('keysOff')}
        </AppLink>
      </KeyHelp>
    </Page>
  );
}

function useMails(address: MailboxAddress) {
  const query = demoQuery('mailbox', 'GET /api/apps/mailbox/mails', useLanguage(), { query: mailsQueryOf(address) });
  return useQuery({ ...query, placeholderData: keepPreviousData });
}

/** A page past the last one, or one whose mails were all just moved: another one follows. */
const isBeyond = ({ mails, pagination }: MailPage) =>
  !('totalResults' in pagination) || (mails.length === 0 && pagination.totalResults > 0);

/** The mail in the address, also where it is on another page by now; null for an unknown one, undefined for none yet. */
function useOpenMail({ id }: MailboxAddress, page: MailPage | undefined): Mail | null | undefined {
  const listed = page?.mails.find((mail) => mail.id === id);
  const single = useQuery({
    ...demoQuery('mailbox', 'GET /api/apps/mailbox/mail', useLanguage(), { query: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
  return id === undefined ? undefined : (listed ?? single.data);
}

/** Where an address leads that has no such view, page or mail; null where it has. */
function redirectOf(
  { page, pageInAddress, listHref, pageHref }: MailboxAddress,
  isUnknownView: boolean,
  lastPage: number | undefined,
  isUnknownMail: boolean,
): string | null {
  if (isUnknownView) return '/apps/mailbox/inbox/1';
  if (String(page) !== pageInAddress) return listHref;
  if (lastPage !== undefined && page > lastPage) return pageHref(lastPage);
  return isUnknownMail ? listHref : null;
}

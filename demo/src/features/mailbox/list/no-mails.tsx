import { Button } from '@mantine/core';
import { EmptyState } from '@rise/ui';
import { stringifySearch } from '@rise/ui/search-params';
import { AppLink } from '../../../routing/link.tsx';
import { ALL, type MailboxAddress } from '../use-mailbox-address.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';

/** A view without mails, or a search that found none there. */
export function NoMails({ address: { slug, query }, title }: { address: MailboxAddress; title: string }) {
  const t = useMailboxTexts();
  if (query === '') return <EmptyState art="list" title={t('empty')} text={t('emptyText', { title })} />;
  return (
    <EmptyState
      art="search"
      title={t('nothing')}
      text={t('nothingText', { title, query })}
      {...(slug !== ALL && {
        action: (
          <Button component={AppLink} variant="default" href={`/apps/mailbox/${ALL}/1${stringifySearch({ q: query })}`}>
            {t('searchAll')}
          </Button>
        ),
      })}
    />
  );
}

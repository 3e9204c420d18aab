import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { stringifySearch } from '@rise/ui/search-params';
import { useAddress } from '@rise/shell/routing';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { MailboxAddress } from '../use-mailbox-address.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import classes from '../mailbox.module.css';

const PAUSE_MS = 200;
const MAILBOX = '/apps/mailbox/';

/** Searches the view, from its first page on; the text is in the address as `?q=`. */
export function MailSearch({ address, name }: { address: MailboxAddress; name: string }) {
  const t = useMailboxTexts();
  const router = useRouter();
  const { search } = useAddress();
  const requested = search['q'] ?? '';
  const [text, setText] = useState(requested);
  const typed = useRef(requested);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Changed from elsewhere, such as by Back.
  useEffect(() => {
    if (requested === typed.current) return;
    typed.current = requested;
    setText(requested);
  }, [requested]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // The next page may be loading, to which the visitor has gone meanwhile.
      if (!router.history.location.pathname.startsWith(MAILBOX)) return;
      typed.current = next;
      const [path] = address.pageHref(1).split('?');
      const href = `${path}${stringifySearch({ ...search, q: next })}`;
      void router.navigate({ href, replace: true, resetScroll: false });
    }, PAUSE_MS);
  };
  const label = t('searchIn', { title: name });
  return (
    <TextInput
      type="search"
      data-mail-search
      className={classes['search']}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}

import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { stringifySearch } from '@rise/ui/search-params';
import { useAddress } from '@rise/shell/routing';
import { useRouter } from '@tanstack/react-router';
import { useAfterFrame } from './use-after-frame.ts';

interface SearchFieldProps {
  label: string;
  /** Parameters that a new search clears, such as the page of a list. */
  resets?: readonly string[];
  /** Where what is found is shown; the same page by default. */
  path?: string;
  /** Milliseconds without a key after which it searches; by default, each letter does. */
  pause?: number;
  /** The key that leads here, to be announced. */
  shortcut?: string;
  className?: string | undefined;
}

/** A search field whose text is in the address as `?q=`. */
export function SearchField({ label, resets, path, pause, shortcut, className }: SearchFieldProps) {
  const { search, setSearch } = useAddress();
  const request = search['q'] ?? '';
  const [text, setText] = useState(request);
  const object = useRef(request);
  // The address was changed from elsewhere, such as by Back or a link.
  useEffect(() => {
    if (request === object.current) return;
    object.current = request;
    setText(request);
  }, [request]);
  const router = useRouter();
  const afterTyping = useAfterTyping(pause);
  const type = (next: string) => {
    setText(next);
    const app = appOf(router.history.location.pathname);
    afterTyping(() => {
      // The visitor may have gone to another app, which is still loading.
      if (appOf(router.history.location.pathname) !== app) return;
      object.current = next;
      const change = { ...Object.fromEntries((resets ?? []).map((name) => [name, null])), q: next };
      if (path === undefined) setSearch(change);
      else {
        const href = `${path}${stringifySearch({ ...search, ...change })}`;
        void router.navigate({ href, replace: true, resetScroll: false });
      }
    });
  };
  return (
    <TextInput
      type="search"
      className={className}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

/** `/apps/mailbox` of `/apps/mailbox/inbox/1`. */
const appOf = (pathname: string) => pathname.split('/', 3).join('/');

/** Returns a function that does something once typing pauses, or once the letter is drawn. */
function useAfterTyping(pause: number | undefined): (work: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const afterFrame = useAfterFrame();
  useEffect(() => () => clearTimeout(timer.current), []);
  if (pause === undefined) return afterFrame;
  return (work) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(work, pause);
  };
}

import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '@rise/shell/routing';
import { useRouter } from '@tanstack/react-router';
import { useAfterFrame } from './use-after-frame.ts';

interface SearchFieldProps {
  label: string;
  /** Parameters that a new search clears, such as the page of a list. */
  resets?: readonly string[];
  className?: string | undefined;
}

/** A search field whose text is in the address as `?q=`. */
export function SearchField({ label, resets, className }: SearchFieldProps) {
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
  const afterFrame = useAfterFrame();
  const type = (next: string) => {
    setText(next);
    // The letter is drawn before the list is searched.
    const { pathname } = router.history.location;
    afterFrame(() => {
      // The visitor may have gone to another page, which is still loading.
      if (router.history.location.pathname !== pathname) return;
      object.current = next;
      setSearch({ ...Object.fromEntries((resets ?? []).map((name) => [name, null])), q: next });
    });
  };
  return (
    <TextInput
      type="search"
      className={className}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

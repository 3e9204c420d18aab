import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../routing/address.ts';

interface SearchFieldProps {
  label: string;
  /** Said of what changes with the search, such as the page of a list. */
  resets?: readonly string[];
  className?: string | undefined;
}

/** A search that lives in the address as `?q=`. */
export function SearchField({ label, resets, className }: SearchFieldProps) {
  const { search, say } = useAddress();
  const asked = search['q'] ?? '';
  const [text, setText] = useState(asked);
  const said = useRef(asked);
  // Back, or a link, has changed the address from elsewhere.
  useEffect(() => {
    if (asked === said.current) return;
    said.current = asked;
    setText(asked);
  }, [asked]);
  const type = (next: string) => {
    setText(next);
    said.current = next;
    say({ ...Object.fromEntries((resets ?? []).map((name) => [name, null])), q: next });
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

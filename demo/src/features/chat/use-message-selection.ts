import { useAddress } from '@rise/shell/routing';
import type { LineSelection } from '@rise/ui/chat';
import { useState } from 'react';

/** Messages of a chat that are chosen to be deleted. The address says that some are, so that Back ends it. */
export interface MessageSelection extends LineSelection {
  readonly isOn: boolean;
  readonly ids: ReadonlySet<string>;
  begin(): void;
  end(): void;
}

const NONE: ReadonlySet<string> = new Set();

export function useMessageSelection(): MessageSelection {
  const { search, setSearch } = useAddress();
  const [chosen, setChosen] = useState(NONE);
  const isOn = search['select'] !== undefined;
  const ids = isOn ? chosen : NONE;
  const begin = () => {
    setChosen(NONE);
    setSearch({ select: 'yes', find: null }, 'push');
  };
  return {
    isOn,
    ids,
    begin,
    end: () => setSearch({ select: null }),
    has: (id) => ids.has(id),
    toggle: (id) => setChosen(new Set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id])),
  };
}

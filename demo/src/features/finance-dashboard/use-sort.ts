import type { DataGridSort } from '@rise/ui';
import { useCallback, useMemo } from 'react';
import { useAddress } from '@rise/shell/routing';

const NEWEST: DataGridSort = { id: 'date', direction: 'desc' };

/** The transactions' sort order from the address (`?sort=amount-asc`); newest first by default. */
export function useSort(): readonly [DataGridSort, (sort: DataGridSort) => void] {
  const { search, setSearch } = useAddress();
  const output = search['sort'];
  const sort = useMemo(() => {
    const [, id, direction] = /^(transactionId|date|name|amount|status)-(asc|desc)$/.exec(output ?? '') ?? [];
    return id === undefined ? NEWEST : { id, direction: direction as DataGridSort['direction'] };
  }, [output]);
  const change = useCallback(
    ({ id, direction }: DataGridSort) =>
      setSearch({ sort: id === NEWEST.id && direction === NEWEST.direction ? null : `${id}-${direction}` }),
    [setSearch],
  );
  return [sort, change];
}

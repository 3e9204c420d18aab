import type { DataGridSort } from '@rise/ui';
import { useCallback, useMemo } from 'react';
import { useAddress } from '../../routing/address.ts';

const NEWEST: DataGridSort = { id: 'date', direction: 'desc' };

/** The order of the transactions, kept in the address: `?sort=amount-asc`; the newest first where it says nothing. */
export function useSort(): readonly [DataGridSort, (sort: DataGridSort) => void] {
  const { search, say } = useAddress();
  const told = search['sort'];
  const sort = useMemo(() => {
    const [, id, direction] = /^(transactionId|date|name|amount|status)-(asc|desc)$/.exec(told ?? '') ?? [];
    return id === undefined ? NEWEST : { id, direction: direction as DataGridSort['direction'] };
  }, [told]);
  const change = useCallback(
    ({ id, direction }: DataGridSort) =>
      say({ sort: id === NEWEST.id && direction === NEWEST.direction ? null : `${id}-${direction}` }),
    [say],
  );
  return [sort, change];
}

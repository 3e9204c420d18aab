import { FilterChip, FilterRow } from '@rise/ui';
import { useAddress } from '@rise/shell/routing';
import type { Board, Member } from './board.ts';
import { type CardFilter, DUES, isNarrowed, NO_FILTER } from './card-filter.rules.ts';
import { useScrumboardTexts } from './scrumboard.texts.ts';

const DUE_TEXTS = { overdue: 'dueOverdue', week: 'dueWeek', later: 'dueLater', none: 'dueNone' } as const;

interface BoardFiltersProps {
  board: Board;
  members: ReadonlyMap<string, Member>;
  filter: CardFilter;
}

/** What the cards are narrowed to, in the address. */
export function BoardFilters({ board, members, filter }: BoardFiltersProps) {
  const t = useScrumboardTexts();
  const { setSearch } = useAddress();
  const set = (name: string) => (chosen: readonly string[]) => setSearch({ [name]: chosen.join(',') || null });
  // Also those who are on a card and no longer on the board.
  const onBoard = new Set([
    ...board.members.map(({ id }) => id),
    ...board.lists.flatMap(({ cards }) => cards.flatMap((card) => card.members)),
  ]);
  return (
    <FilterRow {...(isNarrowed(filter) && { onClear: () => setSearch(NO_FILTER) })}>
      <FilterChip
        label={t('labels')}
        options={board.labels.map(({ id, title }) => ({ value: id, label: title }))}
        selected={filter.labels}
        onChange={set('label')}
      />
      <FilterChip
        label={t('members')}
        options={[...onBoard].flatMap((id) => {
          const member = members.get(id);
          return member ? [{ value: id, label: member.name }] : [];
        })}
        selected={filter.members}
        onChange={set('member')}
      />
      <FilterChip
        label={t('due')}
        options={DUES.map((value) => ({ value, label: t(DUE_TEXTS[value]) }))}
        selected={filter.dues}
        onChange={set('due')}
      />
    </FilterRow>
  );
}

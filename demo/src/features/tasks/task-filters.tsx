import { FilterChip, FilterRow } from '@rise/ui';
import { useAddress } from '@rise/shell/routing';
import { useDemoQuery } from '../../client/queries.ts';
import { PRIORITIES } from './task-facts.tsx';
import { isNarrowed, NO_FILTER, STATES, type TaskFilter } from './task-filter.rules.ts';
import { useTasksTexts } from './tasks.texts.ts';

/** What the list is narrowed to, in the address. */
export function TaskFilters({ filter }: { filter: TaskFilter }) {
  const t = useTasksTexts();
  const { setSearch } = useAddress();
  const { data: tags = [] } = useDemoQuery('tasks', 'GET /api/apps/tasks/tags');
  const { data: contacts = [] } = useDemoQuery('contacts', 'GET /api/apps/contacts/all');
  const set = (name: string) => (chosen: readonly string[]) => setSearch({ [name]: chosen.join(',') || null });
  return (
    <FilterRow {...(isNarrowed(filter) && { onClear: () => setSearch(NO_FILTER) })}>
      <FilterChip
        label={t('state')}
        options={STATES.map((value) => ({ value, label: t(value) }))}
        selected={filter.states}
        onChange={set('state')}
      />
      <FilterChip
        label={t('priority')}
        options={PRIORITIES.map((name, value) => ({ value: String(value), label: t(name) }))}
        selected={filter.priorities}
        onChange={set('priority')}
      />
      <FilterChip
        label={t('tags')}
        options={tags.map(({ id, title }) => ({ value: id, label: title }))}
        selected={filter.tags}
        onChange={set('tag')}
      />
      <FilterChip
        label={t('assignee')}
        options={contacts.map(({ id, name }) => ({ value: id, label: name }))}
        selected={filter.assignees}
        onChange={set('who')}
      />
    </FilterRow>
  );
}

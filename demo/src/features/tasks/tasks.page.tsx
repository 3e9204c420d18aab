import { EmptyState, ListSkeleton, Notice, Page, PageHeader } from '@rise/ui';
import { useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useRecord, useRecordAddress } from '../../components/use-record.ts';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { findMatches } from '../../simulation/match.ts';
import { TaskDetail } from './task-detail.tsx';
import { type Task, TaskRow } from './task-row.tsx';
import { useTick } from './use-tick.ts';
import { useTasksTexts } from './tasks.texts.ts';
import classes from './tasks.module.css';

/** The tasks in order, under their sections, and the open task next to the list. */
export default function TasksPage() {
  const t = useTasksTexts();
  const { search } = useAddress();
  const tasks = useDemoQuery('tasks', 'GET /api/apps/tasks/all');
  const { tick, failed } = useTick();
  const address = useRecordAddress('/apps/tasks');
  const open = useRecord(tasks.data, address);
  const titleOf = ({ title }: Task) => title || t('untitled');
  usePageTitle(open ? titleOf(open) : undefined);
  const query = search['q'] ?? '';
  const remaining = tasks.data?.filter(({ type, completed }) => type === 'task' && !completed).length;
  return (
    <Page>
      <PageHeader
        title={t('title')}
        {...(remaining !== undefined && {
          purpose: remaining === 0 ? t('allDone') : t('remaining', { count: remaining }),
        })}
        actions={<SearchField label={t('search')} className={classes['search']} />}
      />
      {failed && <Notice tone="negative">{t('failed')}</Notice>}
      <ListWithDetail record={open} titleOf={titleOf} listHref={address.listHref} Detail={TaskDetail}>
        <QueryContent query={tasks} fallback={<ListSkeleton rows={8} />}>
          {(all) => {
            const visible = results(all, query);
            if (visible.length === 0) return <NoTasks query={query} />;
            return (
              <ul className={classes['list']} aria-label={t('list')}>
                {visible.map((task) => (
                  <TaskRow
                    key={task.id}
                    task={task}
                    href={address.hrefOf(task.id)}
                    open={task.id === open?.id}
                    onTick={() => tick(task)}
                  />
                ))}
              </ul>
            );
          }}
        </QueryContent>
      </ListWithDetail>
    </Page>
  );
}

/** Sections are shown unless a search is active. */
function results(tasks: readonly Task[], query: string): readonly Task[] {
  if (query.trim() === '') return tasks;
  return tasks.filter(
    ({ type, title, notes }) =>
      type === 'task' && [title, notes ?? ''].some((text) => findMatches(text, query).length > 0),
  );
}

function NoTasks({ query }: { query: string }) {
  const t = useTasksTexts();
  if (query === '') return <EmptyState art="list" title={t('none')} text={t('noneText')} />;
  return <EmptyState art="search" title={t('nothing')} text={t('nothingText', { query })} />;
}

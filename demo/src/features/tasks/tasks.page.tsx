import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { EmptyState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { IconHeading, IconPlus } from '@tabler/icons-react';
import { useDemoQuery } from '../../client/queries.ts';
import { HiddenNotice } from '../../components/hidden-notice.tsx';
import { KeyHelp } from '../../components/key-help.tsx';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useRecord, useRecordAddress } from '../../components/use-record.ts';
import type { Task } from './task.ts';
import { TaskDetail } from './task-detail.tsx';
import { TaskFilters } from './task-filters.tsx';
import { isNarrowed, narrowed, NO_FILTER, readFilter } from './task-filter.rules.ts';
import { sectionOf } from './task-order.rules.ts';
import { TaskList } from './task-list.tsx';
import { useTaskActs } from './use-task-acts.ts';
import { useTasksTexts } from './tasks.texts.ts';
import classes from './tasks.module.css';

/** The tasks in order, under their sections, and the open task next to the list. */
export default function TasksPage() {
  const t = useTasksTexts();
  const { search, setSearch } = useAddress();
  const tasks = useDemoQuery('tasks', 'GET /api/apps/tasks/all');
  const address = useRecordAddress('/apps/tasks');
  const open = useRecord(tasks.data, address);
  const acts = useTaskActs();
  const titleOf = ({ title, type }: Task) => title || t(type === 'section' ? 'untitledSection' : 'untitled');
  usePageTitle(open ? titleOf(open) : undefined);
  useHotkeys([
    ['mod+/', () => acts.add('task')],
    ['mod+.', () => acts.add('section')],
  ]);
  const filter = readFilter(search);
  return (
    <Page>
      <Header tasks={tasks.data} onAdd={acts.add} />
      <div className={classes['tools']}>
        <TaskFilters filter={filter} />
      </div>
      <HiddenNotice
        isThere={(id) => hasId(tasks.data, id)}
        isShown={(id) => !isNarrowed(filter) || hasId(narrowed(tasks.data ?? [], filter), id)}
        onShow={(id) => {
          const section = sectionOf(tasks.data ?? [], id);
          const closed = (search['closed'] ?? '').split(',').filter((each) => each !== '' && each !== section);
          setSearch({ ...NO_FILTER, closed: closed.join(',') || null });
        }}
      />
      <ListWithDetail record={open} titleOf={titleOf} listHref={address.listHref} Detail={TaskDetail}>
        <QueryContent query={tasks} fallback={<ListSkeleton rows={8} />}>
          {(all) =>
            isNarrowed(filter) && narrowed(all, filter).length === 0 ? (
              <EmptyState art="search" title={t('nothing')} text={t('nothingText')} />
            ) : all.length === 0 ? (
              <EmptyState art="list" title={t('none')} text={t('noneText')} />
            ) : (
              <TaskList tasks={all} filter={filter} openId={open?.id} hrefOf={address.hrefOf} acts={acts} />
            )
          }
        </QueryContent>
      </ListWithDetail>
      <KeyHelp
        keys={[
          ['mod+/', t('addTask')],
          ['mod+.', t('addSection')],
          ['↑ ↓', t('keyWalk')],
          ['Alt+↑ Alt+↓', t('keyMove')],
          ['Enter', t('keyOpen')],
          ['Enter', t('keyBelow')],
          ['Esc', t('keyClose')],
        ]}
      />
    </Page>
  );
}

const hasId = (tasks: readonly Task[] | undefined, id: string) => tasks?.some((task) => task.id === id) ?? false;

interface HeaderProps {
  tasks: readonly Task[] | undefined;
  onAdd: (type: Task['type']) => void;
}

function Header({ tasks, onAdd }: HeaderProps) {
  const t = useTasksTexts();
  const remaining = tasks?.filter(({ type, completed }) => type === 'task' && !completed).length;
  return (
    <PageHeader
      title={t('title')}
      {...(remaining !== undefined && {
        purpose: remaining === 0 ? t('allDone') : t('remaining', { count: remaining }),
      })}
      actions={
        <div className={classes['actions']}>
          <SearchField label={t('search')} className={classes['search']} />
          <Button
            variant="default"
            leftSection={<IconHeading size={16} />}
            aria-keyshortcuts="Control+. Meta+."
            onClick={() => onAdd('section')}
          >
            {t('addSection')}
          </Button>
          <Button
            leftSection={<IconPlus size={16} />}
            aria-keyshortcuts="Control+/ Meta+/"
            onClick={() => onAdd('task')}
          >
            {t('addTask')}
          </Button>
        </div>
      }
    />
  );
}

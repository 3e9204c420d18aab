import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { EmptyState, FilterChip, FilterRow, ListSkeleton, Page, PageHeader, SegmentedChoice } from '@rise/ui';
import { useLanguage } from '@rise/shell/language';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { IconPlus } from '@tabler/icons-react';
import { makeChange, quoted } from '../../client/changes.ts';
import { demoQuery, useDemoQuery, useOptimisticCall } from '../../client/queries.ts';
import { HiddenNotice } from '../../components/hidden-notice.tsx';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useRecord, useRecordAddress } from '../../components/use-record.ts';
import { hasWords } from '../../simulation/words.ts';
import { type Note, readNote } from './note.ts';
import { NoteCard } from './note-card.tsx';
import { NoteDetail } from './note-detail.tsx';
import { useNoteActs } from './use-note-acts.ts';
import { useNotesTexts } from './notes.texts.ts';
import classes from './notes.module.css';

const ARCHIVE = 'archive';

/** Notes in a masonry layout; the open note is shown in a dialog. */
export default function NotesPage() {
  const t = useNotesTexts();
  const { search, setSearch } = useAddress();
  const notes = useDemoQuery('notes', 'GET /api/apps/notes/all');
  const { data: labels = [] } = useDemoQuery('notes', 'GET /api/apps/notes/labels');
  const address = useRecordAddress('/apps/notes');
  const open = useRecord(notes.data, address);
  const titleOf = ({ title }: Note) => title || t('untitled');
  usePageTitle(open ? titleOf(open) : undefined);
  const { add } = useNoteActs();
  const tick = useTick();
  useHotkeys([['mod+/', add]]);
  const requested = {
    archived: search['show'] === ARCHIVE,
    labels: (search['labels'] ?? '').split(',').filter(Boolean),
    query: search['q'] ?? '',
  };
  const noteOf = (id: string) => notes.data?.find((note) => note.id === id);
  return (
    <Page>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        actions={
          <>
            <SearchField label={t('search')} className={classes['search']} />
            <Button leftSection={<IconPlus size={16} />} aria-keyshortcuts="Control+/ Meta+/" onClick={add}>
              {t('add')}
            </Button>
          </>
        }
      />
      <div className={classes['bar']}>
        <SegmentedChoice
          label={t('which')}
          value={requested.archived ? ARCHIVE : 'current'}
          options={[
            { value: 'current', label: t('current') },
            { value: ARCHIVE, label: t('archive') },
          ]}
          onChange={(show) => setSearch({ show: show === ARCHIVE ? show : null })}
        />
        <FilterRow>
          <FilterChip
            label={t('label')}
            options={labels.map(({ id, title }) => ({ value: id, label: title }))}
            selected={requested.labels}
            onChange={(chosen) => setSearch({ labels: chosen.join(',') || null })}
          />
        </FilterRow>
      </div>
      <HiddenNotice
        isThere={(id) => noteOf(id) !== undefined}
        isShown={(id) => matchesFilters(noteOf(id)!, requested)}
        onShow={() => setSearch({ show: null, labels: null, q: null })}
      />
      <ListWithDetail place="over" record={open} titleOf={titleOf} listHref={address.listHref} Detail={NoteDetail}>
        <QueryContent query={notes} fallback={<ListSkeleton rows={6} />}>
          {(all) => {
            const visible = all.filter((note) => matchesFilters(note, requested));
            if (visible.length === 0) {
              const narrowed = requested.query !== '' || requested.labels.length > 0;
              return narrowed ? (
                <EmptyState art="search" title={t('nothing')} text={t('nothingText')} />
              ) : (
                <EmptyState art="list" title={t('none')} text={t('noneText')} />
              );
            }
            return (
              <ul className={classes['cards']} aria-label={t('list')}>
                {pinnedFirst(visible).map((note) => (
                  <NoteCard
                    key={note.id}
                    note={note}
                    href={address.hrefOf(note.id)}
                    query={requested.query}
                    onTick={(id) => tick(note, id)}
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

/** Ticks an item of a checklist on a card, at once; what fails is taken back. */
function useTick() {
  const all = demoQuery('notes', 'GET /api/apps/notes/all', useLanguage());
  const save = useOptimisticCall('PATCH /api/apps/notes', all, (before: Note[], { body: { updatedNote } }) =>
    before.map((note) => (note.id === updatedNote.id ? { ...note, tasks: updatedNote.tasks ?? null } : note)),
  );
  return (ticked: Note, id: string) => {
    const item = ticked.tasks?.find((one) => one.id === id);
    if (!item) return;
    const set = ({ createdAt: _createdAt, updatedAt: _updatedAt, ...note }: Note) => {
      const tasks = (note.tasks ?? []).map((one) => (one.id === id ? { ...one, completed: !item.completed } : one));
      return save.mutateAsync({ body: { updatedNote: { ...note, tasks } } });
    };
    void makeChange({
      kind: 'change',
      what: quoted(item.content),
      target: `${id} completed`,
      isPending: async () => {
        const current = (await readNote(ticked.id))?.tasks?.find((one) => one.id === id);
        return current?.completed === item.completed;
      },
      make: () => set(ticked),
      repeat: async () => {
        const current = await readNote(ticked.id);
        if (current) await set(current);
      },
    });
  };
}

const pinnedFirst = (notes: readonly Note[]) =>
  notes.toSorted((one, other) => Number(other.pinned ?? false) - Number(one.pinned ?? false));

interface Filters {
  archived: boolean;
  labels: readonly string[];
  query: string;
}

/** Filters notes by archive state, by labels (any of them; none selected means all) and by search words. */
function matchesFilters(note: Note, { archived, labels, query }: Filters): boolean {
  if (note.archived !== archived) return false;
  if (labels.length > 0 && !note.labels.some(({ id }) => labels.includes(id))) return false;
  const texts = [note.title, note.content, ...(note.tasks ?? []).map(({ content }) => content)];
  return hasWords(texts, query);
}

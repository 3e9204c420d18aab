import { EmptyState, FilterChip, FilterRow, ListSkeleton, Page, PageHeader, SegmentedChoice } from '@rise/ui';
import { useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useRecord, useRecordAddress } from '../../components/use-record.ts';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { AppLink } from '../../routing/link.tsx';
import { findMatches } from '../../simulation/match.ts';
import { type Note, NoteContent, NoteDetail } from './note-content.tsx';
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
  const requested = {
    archived: search['show'] === ARCHIVE,
    labels: (search['labels'] ?? '').split(',').filter(Boolean),
    query: search['q'] ?? '',
  };
  return (
    <Page>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        actions={<SearchField label={t('search')} className={classes['search']} />}
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
                {visible.map((note) => (
                  <li key={note.id} className={classes['card']}>
                    <NoteContent
                      note={note}
                      heading={
                        <h2 className={classes['title']}>
                          <AppLink
                            still
                            href={address.hrefOf(note.id)}
                            data-record={note.id}
                            className={classes['link']}
                          >
                            {titleOf(note)}
                          </AppLink>
                        </h2>
                      }
                    />
                  </li>
                ))}
              </ul>
            );
          }}
        </QueryContent>
      </ListWithDetail>
    </Page>
  );
}

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
  return query.trim() === '' || texts.some((text) => findMatches(text, query).length > 0);
}

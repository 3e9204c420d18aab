import { EmptyState, FilterChip, FilterRow, ListSkeleton, Page, PageHeader, SegmentedChoice } from '@rise/ui';
import { useDemoQuery } from '../../client/queries.ts';
import { Answered } from '../../reading/answered.tsx';
import { ListWithDetail } from '../../reading/list-with-detail.tsx';
import { SearchField } from '../../reading/search-field.tsx';
import { useRecord, useRecordAddress } from '../../reading/use-record.ts';
import { useAddress } from '../../routing/address.ts';
import { AppLink } from '../../routing/link.tsx';
import { usePageTitle } from '../../routing/page-title.ts';
import { matches } from '../../simulation/match.ts';
import { type Note, NoteContent, NoteDetail } from './note-content.tsx';
import { useNotesTexts } from './notes.texts.ts';
import classes from './notes.module.css';

const ARCHIVE = 'archive';

/** Notes as cards of their own height; one of them over the others. */
export default function NotesPage() {
  const t = useNotesTexts();
  const { search, say } = useAddress();
  const notes = useDemoQuery('notes', 'GET /api/apps/notes/all');
  const { data: labels = [] } = useDemoQuery('notes', 'GET /api/apps/notes/labels');
  const address = useRecordAddress('/apps/notes');
  const open = useRecord(notes.data, address);
  const titleOf = ({ title }: Note) => title || t('untitled');
  usePageTitle(open ? titleOf(open) : undefined);
  const wanted = {
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
          value={wanted.archived ? ARCHIVE : 'current'}
          options={[
            { value: 'current', label: t('current') },
            { value: ARCHIVE, label: t('archive') },
          ]}
          onChange={(show) => say({ show: show === ARCHIVE ? show : null })}
        />
        <FilterRow>
          <FilterChip
            label={t('label')}
            options={labels.map(({ id, title }) => ({ value: id, label: title }))}
            selected={wanted.labels}
            onChange={(chosen) => say({ labels: chosen.join(',') || null })}
          />
        </FilterRow>
      </div>
      <ListWithDetail place="over" record={open} titleOf={titleOf} listHref={address.listHref} Detail={NoteDetail}>
        <Answered query={notes} meanwhile={<ListSkeleton rows={6} />}>
          {(all) => {
            const shown = all.filter((note) => fits(note, wanted));
            if (shown.length === 0) {
              const narrowed = wanted.query !== '' || wanted.labels.length > 0;
              return narrowed ? (
                <EmptyState art="search" title={t('nothing')} text={t('nothingText')} />
              ) : (
                <EmptyState art="list" title={t('none')} text={t('noneText')} />
              );
            }
            return (
              <ul className={classes['cards']} aria-label={t('list')}>
                {shown.map((note) => (
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
        </Answered>
      </ListWithDetail>
    </Page>
  );
}

interface Wanted {
  archived: boolean;
  labels: readonly string[];
  query: string;
}

/** In the archive or not; with one of the labels, if any are wanted; and with the words. */
function fits(note: Note, { archived, labels, query }: Wanted): boolean {
  if (note.archived !== archived) return false;
  if (labels.length > 0 && !note.labels.some(({ id }) => labels.includes(id))) return false;
  const texts = [note.title, note.content, ...(note.tasks ?? []).map(({ content }) => content)];
  return query.trim() === '' || texts.some((text) => matches(text, query).length > 0);
}

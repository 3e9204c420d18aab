import { Button } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { EmptyState, formatInteger, ListSkeleton, Notice, Page, PageHeader, useUiContext } from '@rise/ui';
import { useObservable } from '@rise/ui/observable';
import { useLanguage } from '@rise/shell/language';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { demoQuery, useDemoQuery } from '../../client/queries.ts';
import { KeyHelp } from '../../components/key-help.tsx';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { useRecord, useRedirect } from '../../components/use-record.ts';
import { AppLink } from '../../routing/link.tsx';
import { cut, useDrop } from './drop.ts';
import { ConflictQuestion, useConflictQuestion } from './conflict-question.tsx';
import { FilesContext, useFileContext } from './file-context.ts';
import { FileDetail } from './file-detail.tsx';
import { FileList } from './file-list.tsx';
import { HeaderTools, SelectedItems, ViewTools } from './file-tools.tsx';
import { folderHref, type Folder, type Item, ROOT } from './item.ts';
import { MoveDrawer } from './move-drawer.tsx';
import type { ShownItem } from './tiles.tsx';
import { type FileAddress, useFileAddress } from './use-file-address.ts';
import { type FileActs, useFileActs } from './use-file-acts.ts';
import { useFileSelection } from './use-file-selection.ts';
import { readView, sorted, type View } from './view.rules.ts';
import { useFilesTexts } from './file-manager.texts.ts';
import classes from './file-manager.module.css';

/** Without a key, in milliseconds, before all folders are searched. */
const PAUSE_MS = 200;

/** A folder's contents and path, or what a search found in all folders; one item's details next to them. */
export default function FileManagerPage() {
  const address = useFileAddress();
  const { folderId } = address;
  const shown = useRef(folderId);
  // A screen reader starts at the heading of the folder that was opened.
  useEffect(() => {
    if (shown.current === folderId) return;
    shown.current = folderId;
    const heading = document.querySelector<HTMLElement>('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [folderId]);
  return <FolderPage key={folderId} address={address} />;
}

const NOTHING: readonly ShownItem[] = [];

function FolderPage({ address }: { address: FileAddress }) {
  const { folderId, listHref } = address;
  const { search, setSearch } = useAddress();
  const view = readView(search);
  const { folder, found, isSearched } = useItems(folderId, view);
  const { locale } = useUiContext();
  const inFolder = useMemo(() => folder.data && [...folder.data.folders, ...folder.data.files], [folder.data]);
  const items: readonly ShownItem[] | undefined = isSearched ? found.data : inFolder;
  const { sort, order } = view;
  const shown = useMemo(
    () => sorted<ShownItem>(items ?? NOTHING, { sort, order }, locale),
    [items, sort, order, locale],
  );
  const open = useRecord(items, address);
  const selection = useFileSelection(shown);
  const { resolveConflict, ...conflict } = useConflictQuestion();
  const acts = useFileActs({ hrefOf: address.hrefOf, resolveConflict });
  usePageKeys(folderId, folder.data, acts);
  useRedirect(folderId !== null && folder.data?.path.length === 0 ? ROOT : null);
  usePageTitle(open?.name ?? folder.data?.path.at(-1)?.name);
  const context = {
    acts,
    folderId,
    listHref,
    startMove: (moved: readonly Item[]) => setSearch({ move: moved.map(({ id }) => id).join(',') }, 'push'),
  };
  return (
    <FilesContext value={context}>
      <Page>
        <Header folder={folder.data} view={view} found={found.data?.length} />
        <Notices />
        {selection.items.length > 0 ? <SelectedItems selection={selection} /> : <ViewTools view={view} />}
        <ListWithDetail record={open} titleOf={({ name }) => name} listHref={listHref} Detail={FileDetail}>
          <DropPlace>
            <QueryContent<unknown> query={isSearched ? found : folder} fallback={<ListSkeleton rows={6} />}>
              {() =>
                shown.length === 0 ? (
                  <Empty view={view} />
                ) : (
                  <FileList items={shown} view={view} openId={open?.id} hrefOf={address.hrefOf} selection={selection} />
                )
              }
            </QueryContent>
          </DropPlace>
        </ListWithDetail>
        <MoveDrawer items={shown} onMoved={selection.clear} />
        <ConflictQuestion {...conflict} />
        <FileKeyHelp />
      </Page>
    </FilesContext>
  );
}

function useItems(folderId: string | null, { query }: View) {
  const folder = useDemoQuery('fileManager', 'GET /api/apps/file-manager', { query: { folderId: folderId ?? 'null' } });
  // Not with each letter: all folders are searched.
  const [settled] = useDebouncedValue(query, PAUSE_MS);
  const found = useQuery({
    ...demoQuery('fileManager', 'GET /api/apps/file-manager/search', useLanguage(), { query: { query: settled } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
  return { folder, found, isSearched: query !== '' && settled !== '' };
}

/** Keys that need no item: Backspace goes up, Ctrl+V moves here what was cut. */
function usePageKeys(folderId: string | null, folder: Folder | undefined, acts: FileActs) {
  const t = useFilesTexts();
  const router = useRouter();
  const cutItems = useObservable(cut);
  const current = folder?.path.at(-1);
  useHotkeys([
    [
      'Backspace',
      () => {
        if (current) void router.navigate({ href: folderHref(current.folderId) });
      },
    ],
    [
      'mod+V',
      () => {
        acts.move(cutItems, folderId, current?.name ?? t('home'));
        cut.set([]);
      },
    ],
  ]);
}

function Header({ folder, view, found }: { folder: Folder | undefined; view: View; found: number | undefined }) {
  const t = useFilesTexts();
  const { locale } = useUiContext();
  const counted = (count: number) => ({ count, number: formatInteger(count, locale) });
  const counts =
    view.query === ''
      ? folder && t('counts', { folders: t('folderCount', counted(folder.folders.length)), files: t('fileCount', counted(folder.files.length)) }) // prettier-ignore
      : found !== undefined && t('found', counted(found));
  return (
    <>
      <PageHeader
        title={folder?.path.at(-1)?.name ?? t('title')}
        {...(counts && { purpose: counts })}
        actions={<HeaderTools />}
      />
      {folder && folder.path.length > 0 && <Way path={folder.path} />}
    </>
  );
}

function FileKeyHelp() {
  const t = useFilesTexts();
  return (
    <KeyHelp
      keys={[
        ['↑ ↓ ← →', t('keyWalk')],
        ['Enter', t('keyOpen')],
        ['Space', t('keySelect')],
        ['Shift+↑ Shift+↓', t('keyExtend')],
        ['mod+A', t('keyAll')],
        ['F2', t('keyRename')],
        ['mod+X', t('keyCut')],
        ['mod+V', t('keyPaste')],
        ['Delete', t('delete')],
        ['Backspace', t('keyUp')],
        ['Esc', t('keyClear')],
      ]}
    />
  );
}

/** Files that are too large, and what is being stored. */
function Notices() {
  const t = useFilesTexts();
  const { acts } = useFileContext();
  const { pending, tooLarge, clearNotice } = acts;
  return (
    <>
      {pending > 0 && <Notice tone="info">{t('storing', { count: pending })}</Notice>}
      {tooLarge.length > 0 && (
        <Notice tone="warning" onClose={clearNotice}>
          {t('tooLarge', { names: tooLarge.join(', ') })}
        </Notice>
      )}
    </>
  );
}

/** Files are dropped anywhere on the list. */
function DropPlace({ children }: { children: ReactNode }) {
  const t = useFilesTexts();
  const { folderId } = useFileContext();
  return (
    <div className={classes['drop']} data-hint={t('dropHere')} {...useDrop(folderId, '', true)}>
      {children}
    </div>
  );
}

function Empty({ view }: { view: View }) {
  const t = useFilesTexts();
  const { acts, folderId } = useFileContext();
  if (view.query !== '') return <EmptyState art="search" title={t('nothing')} text={t('nothingText')} />;
  return (
    <>
      <EmptyState art="list" title={t('empty')} text={t('emptyText')} />
      <div className={classes['center']}>
        <Button variant="default" onClick={() => acts.addFolder(folderId)}>
          {t('newFolder')}
        </Button>
      </div>
    </>
  );
}

function Way({ path }: { path: readonly Item[] }) {
  const t = useFilesTexts();
  return (
    <nav aria-label={t('way')}>
      <ol className={classes['way']}>
        <Crumb id={null} name={t('home')} />
        {path.slice(0, -1).map(({ id, name }) => (
          <Crumb key={id} id={id} name={name} />
        ))}
        <li>
          <span aria-current="page">{path.at(-1)!.name}</span>
        </li>
      </ol>
    </nav>
  );
}

/** A folder above, into which items are dropped as well. */
function Crumb({ id, name }: { id: string | null; name: string }) {
  return (
    <li {...useDrop(id, name)}>
      <AppLink href={folderHref(id)}>{name}</AppLink>
      <IconChevronRight size={14} aria-hidden />
    </li>
  );
}

import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { EmptyState, ErrorState, formatInteger, Page, PageHeader, useUiContext } from '@rise/ui';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { stringifySearch } from '@rise/ui/search-params';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { findIcons, wordsFirst } from './find-icons.ts';
import { IconGrid } from './icon-grid.tsx';
import { IconGridSkeleton } from './icon-grid-skeleton.tsx';
import { IconPanel, NoIconPanel } from './icon-panel.tsx';
import type { IconSet, IconSetId } from './icon-sets.ts';
import { useIconSet } from './icons.queries.ts';
import { type CatalogState, readCatalog, SIZES, writeCatalog } from './icons.state.ts';
import { useIconTexts } from './icons.texts.ts';
import { SetTabs } from './set-tabs.tsx';
import { useRemainingHeight } from './use-remaining-height.ts';
import classes from './icons.module.css';

/** Milliseconds after the last keystroke until the address is updated. */
const SEARCH_DELAY_MS = 200;

export function Catalog({ set }: { set: IconSet }) {
  const t = useIconTexts();
  const address = useAddress();
  const state = readCatalog(address.search);
  const [input, setInput] = useSearchInput(state.search, (q) => address.setSearch({ q: q || null }));
  const [initialSearch] = useState(state.search);
  const area = useRef<HTMLDivElement>(null);
  const height = useRemainingHeight(area);
  usePageTitle(set.name);

  const { set: output, shapes, isError, retry } = useIconSet(set.id);
  const search = useDeferredValue(input);
  const names = useMemo(() => wordsFirst(output?.list ?? []), [output]);
  const results = useMemo(() => findIcons(names, search), [names, search]);
  const size = state.size ?? (output?.grid === 'icon-size-5' ? 20 : 24);
  const body =
    state.icon !== null && shapes && Object.hasOwn(shapes.shapes, state.icon) ? shapes.shapes[state.icon]! : null;

  const content = () => {
    if (isError) return <ErrorState title={t('failed')} message={t('failedText')} onRetry={retry} />;
    if (!output || !shapes) return <IconGridSkeleton />;
    if (results.length === 0) return <NoIcons set={set} search={search} onClear={() => setInput('')} />;
    return (
      <IconGrid
        key={`${set.id} ${search}`}
        label={t('grid', { set: set.name })}
        names={results}
        shapes={shapes.shapes}
        box={shapes.box}
        size={size}
        chosen={state.icon}
        opensAt={search.trim() !== '' && search !== initialSearch ? null : state.icon}
        onChoose={(icon) => address.setSearch({ icon })}
      />
    );
  };
  return (
    <Page>
      <PageHeader title={set.name} purpose={t('purpose')} {...(output && { count: output.list.length })} />
      <SetTabs current={set.id} hrefOf={(id) => hrefOf(id, set.id, { ...state, search: input })} />
      <Controls
        input={input}
        onInput={setInput}
        isSearching={search.trim() !== ''}
        counts={output ? { shown: results.length, all: names.length } : null}
        size={size}
        onSizeChange={(edge) => address.setSearch({ size: edge })}
      />
      <div ref={area} className={classes['place']} style={{ height }}>
        <div className={classes['room']}>
          <div className={classes['content']}>{content()}</div>
          {body !== null && shapes && output ? (
            <IconPanel
              set={set}
              namespace={output.namespace}
              name={state.icon!}
              shape={{ box: shapes.box, body }}
              size={size}
            />
          ) : (
            <NoIconPanel waiting={state.icon !== null && !shapes && !isError} />
          )}
        </div>
      </div>
    </Page>
  );
}

interface ControlsProps {
  input: string;
  onInput: (input: string) => void;
  isSearching: boolean;
  /** Null until the set is loaded. */
  counts: { readonly shown: number; readonly all: number } | null;
  /** Pixels. */
  size: number;
  onSizeChange: (size: string | null) => void;
}

function Controls({ input, onInput, isSearching, counts, size, onSizeChange }: ControlsProps) {
  const t = useIconTexts();
  const { locale } = useUiContext();
  const figures = counts && { shown: formatInteger(counts.shown, locale), all: formatInteger(counts.all, locale) };
  return (
    <div className={classes['controls']}>
      <TextInput
        className={classes['search']}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          isSearching &&
          figures && (
            <span aria-hidden className={classes['hits']}>
              {figures.shown} / {figures.all}
            </span>
          )
        }
        rightSectionWidth={isSearching ? 96 : 0}
        value={input}
        onChange={(event) => onInput(event.currentTarget.value)}
      />
      <Select
        className={classes['size']}
        aria-label={t('size')}
        allowDeselect={false}
        data={SIZES.map((edge) => ({ value: String(edge), label: t('pixels', { size: edge }) }))}
        value={String(size)}
        onChange={onSizeChange}
      />
      <p role="status" className={classes['unseen']}>
        {counts && figures && t(isSearching ? 'found' : 'count', { count: counts.shown, ...figures })}
      </p>
    </div>
  );
}

function NoIcons({ set, search, onClear }: { set: IconSet; search: string; onClear: () => void }) {
  const t = useIconTexts();
  return (
    <EmptyState
      art="search"
      title={t('noneTitle', { set: set.name, search: search.trim() })}
      text={t('noneText')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  );
}

/** The same view of another set. The chosen icon is kept within a family, whose sets have the same names. */
function hrefOf(id: IconSetId, from: IconSetId, { search, size, icon }: CatalogState): string {
  const family = (set: string) => set.split('-')[0];
  return `/ui/icons/${id}${stringifySearch(writeCatalog({ search, size, icon: family(id) === family(from) ? icon : null }))}`;
}

/**
 * The field's text, which follows the address when that changes from elsewhere. `save` is called once typing pauses.
 */
function useSearchInput(saved: string, save: (search: string) => void): [string, (search: string) => void] {
  const [input, setInput] = useState(saved);
  const [lastSaved, setLastSaved] = useState(saved);
  const [ownSave, setOwnSave] = useState(saved);
  if (saved !== lastSaved) {
    setLastSaved(saved);
    if (saved !== ownSave) setInput(saved);
  }
  const saveLater = useDebouncedCallback((search: string) => {
    setOwnSave(search);
    save(search);
  }, SEARCH_DELAY_MS);
  return [
    input,
    (search) => {
      setInput(search);
      saveLater(search);
    },
  ];
}

import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { EmptyState, ErrorState, formatInteger, Page, PageHeader, useUi } from '@rise/ui';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { stringifySearch } from '@rise/ui/kernel';
import { useAddress } from '../../routing/address.ts';
import { usePageTitle } from '../../routing/page-title.ts';
import { findIcons, wordsFirst } from './find-icons.ts';
import { IconGrid } from './icon-grid.tsx';
import { IconGridSkeleton } from './icon-grid-skeleton.tsx';
import { IconPanel, NoIconPanel } from './icon-panel.tsx';
import type { IconSet, IconSetId } from './icon-sets.ts';
import { useIconSet } from './icons.queries.ts';
import { type CatalogueState, readCatalogue, SIZES, writeCatalogue } from './icons.state.ts';
import { useIconTexts } from './icons.texts.ts';
import { SetTabs } from './set-tabs.tsx';
import { useRoom } from './use-room.ts';
import classes from './icons.module.css';

/** Time in ms after the last key until the address holds what was typed. */
const REST = 200;

export function Catalogue({ set }: { set: IconSet }) {
  const t = useIconTexts();
  const { locale } = useUi();
  const address = useAddress();
  const state = readCatalogue(address.search);
  const [typed, type] = useTyped(state.search, (q) => address.say({ q: q || null }));
  const [opened] = useState(state.search);
  const room = useRef<HTMLDivElement>(null);
  const height = useRoom(room);
  usePageTitle(set.name);

  const { set: told, shapes, isError, retry } = useIconSet(set.id);
  const search = useDeferredValue(typed);
  const searching = search.trim() !== '';
  const names = useMemo(() => wordsFirst(told?.list ?? []), [told]);
  const found = useMemo(() => findIcons(names, search), [names, search]);
  const size = state.size ?? (told?.grid === 'icon-size-5' ? 20 : 24);
  const body =
    state.icon !== null && shapes && Object.hasOwn(shapes.shapes, state.icon) ? shapes.shapes[state.icon]! : null;
  const figures = { shown: formatInteger(found.length, locale), all: formatInteger(names.length, locale) };

  const content = () => {
    if (isError) return <ErrorState title={t('failed')} message={t('failedText')} onRetry={retry} />;
    if (!told || !shapes) return <IconGridSkeleton />;
    if (found.length === 0)
      return (
        <EmptyState
          art="search"
          title={t('noneTitle', { set: set.name, search: search.trim() })}
          text={t('noneText')}
          action={
            <Button variant="default" onClick={() => type('')}>
              {t('clear')}
            </Button>
          }
        />
      );
    return (
      <IconGrid
        key={`${set.id} ${search}`}
        label={t('grid', { set: set.name })}
        names={found}
        shapes={shapes.shapes}
        box={shapes.box}
        size={size}
        chosen={state.icon}
        opensAt={searching && search !== opened ? null : state.icon}
        onChoose={(icon) => address.say({ icon })}
      />
    );
  };
  return (
    <Page>
      <PageHeader title={set.name} purpose={t('purpose')} {...(told && { count: told.list.length })} />
      <SetTabs current={set.id} hrefOf={(id) => hrefOf(id, set.id, { ...state, search: typed })} />
      <div className={classes['controls']}>
        <TextInput
          className={classes['search']}
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            searching &&
            told && (
              <span aria-hidden className={classes['hits']}>
                {figures.shown} / {figures.all}
              </span>
            )
          }
          rightSectionWidth={searching ? 96 : 0}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Select
          className={classes['size']}
          aria-label={t('size')}
          allowDeselect={false}
          data={SIZES.map((edge) => ({ value: String(edge), label: t('pixels', { size: edge }) }))}
          value={String(size)}
          onChange={(edge) => address.say({ size: edge })}
        />
        <p role="status" className={classes['unseen']}>
          {told && t(searching ? 'found' : 'count', { count: found.length, ...figures })}
        </p>
      </div>
      <div ref={room} className={classes['place']} style={{ height }}>
        <div className={classes['room']}>
          <div className={classes['content']}>{content()}</div>
          {body !== null && shapes && told ? (
            <IconPanel
              set={set}
              namespace={told.namespace}
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

/** The same view of another set; a chosen icon stays where the family, and so the names, are the same. */
function hrefOf(id: IconSetId, from: IconSetId, { search, size, icon }: CatalogueState): string {
  const family = (set: string) => set.split('-')[0];
  return `/ui/icons/${id}${stringifySearch(writeCatalogue({ search, size, icon: family(id) === family(from) ? icon : null }))}`;
}

/** What stands in the field: at once what is typed, and whatever else the address comes to hold. */
function useTyped(held: string, hold: (search: string) => void): [string, (search: string) => void] {
  const [typed, setTyped] = useState(held);
  const [known, setKnown] = useState(held);
  const [written, setWritten] = useState(held);
  if (held !== known) {
    setKnown(held);
    if (held !== written) setTyped(held);
  }
  const holdLater = useDebouncedCallback((search: string) => {
    setWritten(search);
    hold(search);
  }, REST);
  return [
    typed,
    (search) => {
      setTyped(search);
      holdLater(search);
    },
  ];
}

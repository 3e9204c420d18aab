import { fold } from '@rise/contract/fold';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import type { OptionGroup, SearchAction, SearchOption, SearchState } from './search-model.ts';

const NO_ACTIONS: readonly SearchAction[] = [];

/** Results; recent searches while nothing is typed; matching actions. */
function groupsOf(
  { query, sets, status, recent = [] }: SearchState,
  actions: readonly SearchAction[],
  labels: { recent: string; actions: string },
): OptionGroup[] {
  const searched = fold(query.trim());
  const matchingActions = actions.filter(({ label }) => fold(label).includes(searched));
  const resultSets = status === 'ready' || status === 'loading' ? sets : [];
  const groups: OptionGroup[] = [
    {
      id: 'recent',
      label: labels.recent,
      options: searched === '' ? recent.map((text) => ({ kind: 'recent', key: `recent ${text}`, query: text })) : [],
    },
    ...resultSets.map(({ id, label, results, actions: commands = [] }) => ({
      id: `set ${id}`,
      label,
      options: [
        ...results.map((result) => ({ kind: 'result' as const, key: `${id} ${result.id}`, result })),
        ...commands.map((action) => ({ kind: 'action' as const, key: `${id} ${action.id}`, action })),
      ],
    })),
    {
      id: 'actions',
      label: labels.actions,
      options: matchingActions.map((action) => ({ kind: 'action', key: `action ${action.id}`, action })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

export interface SearchOptions {
  groups: readonly OptionGroup[];
  /** Key of the option that Enter activates. */
  selected: string | undefined;
  select: (key: string) => void;
  take: (option: SearchOption) => void;
  listId: string;
  optionId: (key: string) => string;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** The options of a search, one of them selected: initially the first; arrow keys and pointer change it. */
export function useSearchOptions(
  state: SearchState,
  { actions = NO_ACTIONS, onDone }: { actions?: readonly SearchAction[]; onDone: () => void },
): SearchOptions {
  const { searchRecent, searchActions } = usePanelTexts();
  const listId = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const moved = useRef(false);
  const groups = useMemo(
    () => groupsOf(state, actions, { recent: searchRecent, actions: searchActions }),
    [state, actions, searchRecent, searchActions],
  );
  const options = groups.flatMap((group) => group.options);
  const [previousQuery, setPreviousQuery] = useState(state.query);
  if (previousQuery !== state.query) {
    setPreviousQuery(state.query);
    setChosen(null);
  }
  const selected = options.some(({ key }) => key === chosen) ? chosen! : options[0]?.key;
  const optionId = (key: string) => `${listId}-${options.findIndex((option) => option.key === key)}`;
  const selectedId = selected === undefined ? undefined : optionId(selected);

  useEffect(() => {
    if (moved.current && selectedId !== undefined)
      document.getElementById(selectedId)?.scrollIntoView?.({ block: 'nearest' });
    moved.current = false;
  }, [selectedId]);

  const take = (option: SearchOption) => {
    switch (option.kind) {
      case 'recent':
        state.onQuery(option.query);
        break;
      case 'action':
        onDone();
        option.action.onRun();
        break;
      case 'result':
        // Clicks the real link, so that modifier keys open a new tab.
        document.getElementById(optionId(option.key))?.querySelector('a')?.click();
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const at = options.findIndex(({ key }) => key === selected);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + options.length }[event.key];
    if (next !== undefined && options.length > 0) {
      event.preventDefault();
      moved.current = true;
      setChosen(options[next % options.length]!.key);
    } else if (event.key === 'Enter' && at >= 0) {
      event.preventDefault();
      take(options[at]!);
    }
  };

  return { groups, selected, select: setChosen, take, listId, optionId, onKeyDown };
}

import { IconSearch, IconX } from '@tabler/icons-react';
import { type FocusEvent, useRef, useState, useLayoutEffect } from 'react';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';
import { useUiContext } from '../context/ui-context.tsx';
import { SearchInput, SearchList } from './search-list.tsx';
import type { SearchState } from './search-model.ts';
import { useSearchOptions } from './use-search-options.ts';
import classes from './search.module.css';

/** Covers its header over the full width. Escape closes the results first, then the bar. */
function Bar({ state, onClose }: { state: SearchState; onClose: (byKey: boolean) => void }) {
  const { texts } = useUiContext();
  const bar = useRef<HTMLDivElement>(null);
  const [listed, setListed] = useState(true);
  const [previousQuery, setPreviousQuery] = useState(state.query);
  if (previousQuery !== state.query) {
    setPreviousQuery(state.query);
    setListed(true);
  }
  const done = () => onClose(false);
  const options = useSearchOptions(state, { onDone: done });
  const open = listed && (state.status !== 'idle' || options.groups.length > 0);

  useLayoutEffect(() => bar.current?.querySelector('input')?.focus(), []);
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) done();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- leaving the bar closes it
    <div ref={bar} className={classes['bar']} role="search" onBlur={onBlur}>
      <IconSearch size={20} stroke={1.7} className={classes['lens']} aria-hidden />
      <SearchInput
        state={state}
        options={options}
        open={open}
        onEscape={() => (open ? setListed(false) : onClose(true))}
        onFocus={() => setListed(true)}
      />
      <ToolbarButton label={texts.close} icon={IconX} onClick={() => onClose(true)} />
      {open && (
        <div className={classes['below']}>
          <SearchList state={state} options={options} onDone={done} />
        </div>
      )}
    </div>
  );
}

export interface SearchBarProps extends SearchState {
  /** Called when the bar opens and closes. */
  onOpenChange?: (open: boolean) => void;
}

/** A magnifier in the toolbar that opens into a bar over the whole header. */
export function SearchBar({ onOpenChange, ...state }: SearchBarProps) {
  const { texts } = useUiContext();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
    if (!next) state.onQuery('');
  };
  return (
    <>
      <ToolbarButton ref={opener} label={texts.search} icon={IconSearch} expanded={open} onClick={() => change(true)} />
      {open && (
        <Bar
          state={state}
          onClose={(byKey) => {
            change(false);
            if (byKey) opener.current?.focus();
          }}
        />
      )}
    </>
  );
}

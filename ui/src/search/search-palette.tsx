import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { SearchInput, SearchList } from './search-list.tsx';
import type { SearchAction, SearchState } from './search-model.ts';
import { useSearchOptions } from './use-search-options.ts';
import { useFocusReturn } from '../dialogs/use-focus-return.ts';
import classes from './search.module.css';

export interface SearchPaletteProps extends SearchState {
  opened: boolean;
  onClose: () => void;
  actions?: readonly SearchAction[];
}

/** Calls `onOpen` on ⌘K, and on Ctrl K elsewhere than on a Mac. */
export function usePaletteKey(onOpen: () => void) {
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

function Hints() {
  const panelTexts = usePanelTexts();
  return (
    <div className={classes['hints']} aria-hidden>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {panelTexts.searchMove}
      </span>
      <span>
        <kbd>↵</kbd> {panelTexts.searchOpen}
      </span>
      <span>
        <kbd>Esc</kbd> {panelTexts.searchLeave}
      </span>
    </div>
  );
}

function Palette({ actions, onClose, ...state }: Omit<SearchPaletteProps, 'opened'>) {
  const options = useSearchOptions(state, { ...(actions && { actions }), onDone: onClose });
  return (
    <>
      <div className={classes['field']}>
        <IconSearch size={20} stroke={1.7} className={classes['lens']} aria-hidden />
        <SearchInput state={state} options={options} open />
      </div>
      <SearchList state={state} options={options} onDone={onClose} />
      <Hints />
    </>
  );
}

/** Search and commands by keyboard. */
export function SearchPalette({ opened, onClose, ...rest }: SearchPaletteProps) {
  const panelTexts = usePanelTexts();
  useFocusReturn(opened);
  return (
    <Modal.Root
      returnFocus={false}
      opened={opened}
      onClose={onClose}
      size={640}
      yOffset="12vh"
      transitionProps={{ duration: 120, transition: 'fade' }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content
        inert={!opened}
        classNames={{ content: classes['palette'] }}
        aria-label={panelTexts.searchEverything}
      >
        <Palette onClose={onClose} {...rest} />
      </Modal.Content>
    </Modal.Root>
  );
}

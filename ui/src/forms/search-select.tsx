import { Combobox, useCombobox } from '@mantine/core';
import { IconSearch, IconSelector } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import { type SearchFunction, type SearchOption, type SearchState, useSearch } from './use-search.ts';
import classes from './search-select.module.css';

export interface SearchSelectProps {
  label: string;
  /** Hides the label visually, if the context already names the field. */
  hideLabel?: boolean;
  value?: { value: string; title: string } | null;
  placeholder?: string;
  onSearch: SearchFunction;
  onChange: (option: SearchOption) => void;
}

function Message({ state }: { state: SearchState }) {
  const { texts } = useUiContext();
  if (state.status === 'failed')
    return (
      <div className={classes['message']} role="alert">
        {texts.searchFailed}
      </div>
    );
  if (state.status === 'found' && state.options.length === 0)
    return <output className={classes['message']}>{fill(texts.nothingFound, { query: state.query })}</output>;
  if (state.status === 'searching' && state.options.length === 0)
    return <output className={classes['message']}>{texts.searching}</output>;
  return null;
}

/** Combobox with a remote search. */
export function SearchSelect({ label, hideLabel = false, value, placeholder, onSearch, onChange }: SearchSelectProps) {
  const { texts } = useUiContext();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const { state, search, stop } = useSearch(onSearch);
  const combobox = useCombobox({
    onDropdownOpen: () => {
      setQuery('');
      search('', 0);
    },
    onDropdownClose: () => {
      stop();
      setQuery('');
      combobox.resetSelectedOption();
    },
  });
  const open = combobox.dropdownOpened;
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (state.status === 'found') selectFirstOption();
  }, [state, selectFirstOption]);

  const choose = (chosen: string) => {
    const option = state.options.find((candidate) => candidate.value === chosen);
    combobox.closeDropdown();
    if (option !== undefined) onChange(option);
  };

  return (
    <div className={classes['field']}>
      <label htmlFor={id} className={classes['label']} data-hidden={hideLabel || undefined}>
        {label}
      </label>
      <Combobox
        store={combobox}
        withinPortal={false}
        onOptionSubmit={choose}
        classNames={{ dropdown: classes['dropdown'], option: classes['option'] }}
      >
        <Combobox.DropdownTarget>
          <div className={classes['control']}>
            <IconSearch size={16} className={classes['icon']} aria-hidden />
            <Combobox.EventsTarget withExpandedAttribute>
              <input
                ref={input}
                id={id}
                className={classes['input']}
                role="combobox"
                aria-expanded={open}
                aria-controls={combobox.listId ?? undefined}
                autoComplete="off"
                spellCheck={false}
                placeholder={
                  open ? (value?.title ?? placeholder ?? texts.searchHint) : (placeholder ?? texts.searchHint)
                }
                value={open ? query : (value?.title ?? '')}
                onFocus={() => combobox.openDropdown()}
                onClick={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  if (!open) combobox.openDropdown();
                  setQuery(event.currentTarget.value);
                  search(event.currentTarget.value);
                }}
              />
            </Combobox.EventsTarget>
            <IconSelector size={16} className={classes['icon']} aria-hidden />
          </div>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown>
          <Combobox.Options
            className={classes['options']}
            // Browsers make scrollable elements tab stops; the list closes on blur, which would drop focus.
            tabIndex={-1}
            aria-label={label}
            aria-busy={state.status === 'searching'}
            data-busy={state.status === 'searching' || undefined}
          >
            {state.options.map((option) => (
              <Combobox.Option key={option.value} value={option.value} active={option.value === value?.value}>
                <span className={classes['words']}>
                  <span className={classes['title']}>{option.title}</span>
                  {option.detail !== undefined && <span className={classes['detail']}>{option.detail}</span>}
                </span>
                {option.figure !== undefined && <span className={classes['figure']}>{option.figure}</span>}
              </Combobox.Option>
            ))}
          </Combobox.Options>
          <Message state={state} />
        </Combobox.Dropdown>
      </Combobox>
    </div>
  );
}

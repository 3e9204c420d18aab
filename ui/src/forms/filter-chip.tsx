import { fold } from '@rise/contract/fold';
import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatInteger } from '../figures/format-figure.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import classes from './filter-chip.module.css';

export interface FilterOption {
  value: string;
  label: string;
  /** Shown at the right, such as a count. */
  detail?: string;
}

export interface FilterChipProps {
  label: string;
  options: readonly FilterOption[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
}

/** Number of values from which they can be searched. */
const SEARCH_FROM = 9;
/** Number of values named on the chip. */
const NAMED = 2;

function summary(
  options: readonly FilterOption[],
  selected: readonly string[],
  many: (count: number) => string,
): string {
  const labels = selected.map((value) => options.find((option) => option.value === value)?.label ?? value);
  return labels.length > NAMED ? many(labels.length) : labels.join(', ');
}

/** One filter with its chosen values; opens the list of all values. */
export function FilterChip({ label, options, selected, onChange }: FilterChipProps) {
  const { texts, locale } = useUiContext();
  const [query, setQuery] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      setQuery('');
      combobox.resetSelectedOption();
    },
    onDropdownOpen: () => (searchable ? combobox.focusSearchInput() : undefined),
  });
  const searchable = options.length >= SEARCH_FROM;
  const searched = fold(query.trim());
  const matches = options.filter((option) => fold(option.label).includes(searched));
  const chosen = new Set(selected);
  const filled = selected.length > 0;
  const values = filled
    ? summary(options, selected, (count) => fill(texts.filterSelected, { count: formatInteger(count, locale) }))
    : texts.filterAny;

  const toggle = (value: string) =>
    onChange(chosen.has(value) ? selected.filter((other) => other !== value) : [...selected, value]);

  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={toggle}
      width={264}
      position="bottom-start"
      classNames={{ dropdown: classes['dropdown'], option: classes['option'], search: classes['search'] }}
    >
      <div className={classes['chip']} data-filled={filled || undefined}>
        <Combobox.Target targetType="button">
          <button type="button" className={classes['target']} onClick={() => combobox.toggleDropdown()}>
            <span className={classes['label']}>{label}</span>
            <span className={classes['values']}>{values}</span>
            {!filled && <IconChevronDown size={14} aria-hidden />}
          </button>
        </Combobox.Target>
        {filled && (
          <button
            type="button"
            className={classes['clear']}
            aria-label={fill(texts.removeFilter, { label })}
            onClick={() => onChange([])}
          >
            <IconX size={14} />
          </button>
        )}
      </div>
      <Combobox.Dropdown>
        {searchable && (
          <Combobox.Search
            // The list is its popup; arrow keys move from here into the list.
            role="combobox"
            aria-expanded={combobox.dropdownOpened}
            aria-controls={combobox.listId ?? undefined}
            value={query}
            placeholder={texts.filterSearch}
            aria-label={`${label}: ${texts.filterSearch}`}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              combobox.resetSelectedOption();
            }}
          />
        )}
        <Combobox.Options className={classes['options']} aria-label={label} aria-multiselectable>
          {matches.map((option) => (
            <Combobox.Option
              key={option.value}
              value={option.value}
              active={chosen.has(option.value)}
              aria-selected={chosen.has(option.value)}
            >
              <span className={classes['box']} data-on={chosen.has(option.value) || undefined} aria-hidden>
                {chosen.has(option.value) && <IconCheck size={12} stroke={3} />}
              </span>
              <span className={classes['option-label']}>{option.label}</span>
              {option.detail !== undefined && <span className={classes['detail']}>{option.detail}</span>}
            </Combobox.Option>
          ))}
          {matches.length === 0 && <Combobox.Empty className={classes['none']}>{texts.filterNoMatch}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The filters of a page in one row; `onClear` removes all of them at once. */
export function FilterRow({ onClear, children }: { onClear?: () => void; children: ReactNode }) {
  const { texts } = useUiContext();
  return (
    <div className={classes['row']} role="group" aria-label={texts.filters}>
      {children}
      {onClear !== undefined && (
        <button type="button" className={classes['clear-all']} onClick={onClear}>
          {texts.clearAll}
        </button>
      )}
    </div>
  );
}

import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Avatar } from '../people/avatar.tsx';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fill, fillCount } from '../texts/ui-texts.ts';
import { splitHighlights, type SearchOption, type SearchResult, type SearchState } from './search-model.ts';
import type { SearchOptions } from './use-search-options.ts';
import classes from './search.module.css';

function Title({ result }: { result: SearchResult }) {
  return splitHighlights(result.title, result.highlights).map(({ text, marked: match, at }) =>
    match ? (
      <mark key={at} className={classes['match']}>
        {text}
      </mark>
    ) : (
      <span key={at}>{text}</span>
    ),
  );
}

function Words({ title, detail }: { title: ReactNode; detail?: string | undefined }) {
  return (
    <span className={classes['words']}>
      <span className={classes['title']}>{title}</span>
      {detail !== undefined && <span className={classes['detail']}>{detail}</span>}
    </span>
  );
}

function Picture({ result: { icon: Icon, avatar, title } }: { result: SearchResult }) {
  if (avatar !== undefined) {
    const [firstName = '', ...rest] = title.split(' ');
    return <Avatar person={{ firstName, lastName: rest.at(-1) ?? '', email: '', avatar }} size={24} />;
  }
  return Icon !== undefined && <Icon size={18} stroke={1.7} className={classes['icon']} />;
}

function Inside({ option, onOpen }: { option: SearchOption; onOpen: (result: SearchResult) => void }) {
  const { Link } = useUiContext();
  if (option.kind === 'recent')
    return (
      <span className={classes['line']}>
        <IconHistory size={18} stroke={1.7} className={classes['icon']} />
        <Words title={option.query} />
      </span>
    );
  if (option.kind === 'action') {
    const { icon: Icon, label, keys } = option.action;
    return (
      <span className={classes['line']}>
        {Icon !== undefined && <Icon size={18} stroke={1.7} className={classes['icon']} />}
        <Words title={label} />
        {keys !== undefined && <kbd className={classes['keys']}>{keys}</kbd>}
      </span>
    );
  }
  const { href, detail, completed } = option.result;
  return (
    <Link
      href={href}
      className={classes['line']}
      data-completed={completed || undefined}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(option.result);
      }}
    >
      <Picture result={option.result} />
      <Words title={<Title result={option.result} />} detail={detail} />
    </Link>
  );
}

function Message({ state }: { state: SearchState }) {
  const { texts } = useUiContext();
  const panelTexts = usePanelTexts();
  switch (state.status) {
    case 'short':
      return <output className={classes['message']}>{panelTexts.searchShort}</output>;
    case 'loading':
      return state.sets.length === 0 ? <output className={classes['message']}>{texts.searching}</output> : null;
    case 'empty':
      return <output className={classes['message']}>{fill(texts.nothingFound, { query: state.query.trim() })}</output>;
    case 'error':
      return (
        <div className={classes['message']} role="alert">
          {texts.searchFailed}
        </div>
      );
    default:
      return null;
  }
}

/** The grouped results as a listbox. */
export function SearchList({
  state,
  options,
  onDone,
}: {
  state: SearchState;
  options: SearchOptions;
  onDone: () => void;
}) {
  const { locale } = useUiContext();
  const panelTexts = usePanelTexts();
  const { groups, selected, listId, optionId } = options;
  const count =
    state.status === 'ready'
      ? state.sets.reduce((sum, { results, actions = [] }) => sum + results.length + actions.length, 0)
      : null;
  return (
    <div className={classes['list']} data-busy={state.status === 'loading' || undefined}>
      <output className={classes['announced']}>
        {count !== null && fillCount(panelTexts, 'searchCount', count, locale)}
      </output>
      <Message state={state} />
      <div id={listId} role="listbox" aria-label={panelTexts.searchResults} aria-busy={state.status === 'loading'}>
        {groups.map((group) => (
          <div key={group.id} role="group" aria-label={group.label} className={classes['group']}>
            <div className={classes['heading']} aria-hidden>
              {group.label}
            </div>
            {group.options.map((option) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox has the keys
              <div
                key={option.key}
                id={optionId(option.key)}
                role="option"
                tabIndex={-1}
                className={classes['option']}
                aria-selected={option.key === selected}
                onMouseMove={() => options.select(option.key)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => options.take(option)}
              >
                <Inside
                  option={option}
                  onOpen={(result) => {
                    state.onChosen?.(result);
                    onDone();
                  }}
                />
              </div>
            ))}
          </div>
        ))}
      </div>
      {state.onClearRecent !== undefined && groups.some(({ id }) => id === 'recent') && (
        <button
          type="button"
          className={classes['forget']}
          onClick={(event) => {
            // The button goes with what it clears.
            event.currentTarget.closest('[role="search"], [role="dialog"]')?.querySelector('input')?.focus();
            state.onClearRecent?.();
          }}
        >
          {panelTexts.searchClearRecent}
        </button>
      )}
    </div>
  );
}

export function SearchInput({
  state,
  options,
  open,
  onEscape,
  onFocus,
}: {
  state: SearchState;
  options: SearchOptions;
  /** Whether the list is rendered. */
  open: boolean;
  onEscape?: () => void;
  onFocus?: () => void;
}) {
  const panelTexts = usePanelTexts();
  const { listId, selected, optionId, onKeyDown } = options;
  return (
    <input
      className={classes['input']}
      type="search"
      role="combobox"
      data-autofocus
      aria-label={panelTexts.searchEverything}
      aria-expanded={open}
      aria-controls={open ? listId : undefined}
      aria-autocomplete="list"
      aria-activedescendant={open && selected !== undefined ? optionId(selected) : undefined}
      autoComplete="off"
      spellCheck={false}
      placeholder={panelTexts.searchEverything}
      value={state.query}
      onFocus={onFocus}
      onChange={(event) => state.onQuery(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && onEscape !== undefined) {
          event.preventDefault();
          event.stopPropagation();
          onEscape();
        } else onKeyDown(event);
      }}
    />
  );
}

import { ActionIcon, TextInput } from '@mantine/core';
import type { Icon } from '@rise/ui';
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconBlockquote,
  IconBold,
  IconClearFormatting,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useMailboxTexts } from '../mailbox.texts.ts';
import classes from './compose.module.css';

type Run = (command: string, value?: string) => void;

const COMMANDS = [
  ['bold', 'bold', IconBold, 'Control+B Meta+B'],
  ['italic', 'italic', IconItalic, 'Control+I Meta+I'],
  ['underline', 'underline', IconUnderline, 'Control+U Meta+U'],
  ['strikeThrough', 'strike', IconStrikethrough, undefined],
  ['insertUnorderedList', 'bullets', IconList, undefined],
  ['insertOrderedList', 'numbers', IconListNumbers, undefined],
  ['justifyLeft', 'alignLeft', IconAlignLeft, undefined],
  ['justifyCenter', 'alignCenter', IconAlignCenter, undefined],
  ['justifyRight', 'alignRight', IconAlignRight, undefined],
] as const satisfies readonly (readonly [command: string, name: string, picture: Icon, keys: string | undefined])[];

const isOn = (command: string): boolean => document.queryCommandState?.(command) ?? false;

/** Names of the formats at the cursor. */
function useActive(field: RefObject<HTMLElement | null>): readonly string[] {
  const [active, setActive] = useState('');
  useEffect(() => {
    const update = () => {
      if (!field.current?.contains(document.getSelection()?.anchorNode ?? null)) return;
      setActive(COMMANDS.flatMap(([command]) => (isOn(command) ? [command] : [])).join(' '));
    };
    document.addEventListener('selectionchange', update);
    return () => document.removeEventListener('selectionchange', update);
  }, [field]);
  return active.split(' ');
}

/** Moves between the buttons of the bar, of which one is reached by Tab. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLButtonElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons.at((buttons.indexOf(event.target) + step) % buttons.length);
  event.preventDefault();
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next?.focus();
}

export function FormatBar({ field, run }: { field: RefObject<HTMLElement | null>; run: Run }) {
  const t = useMailboxTexts();
  const active = useActive(field);
  const [isLinking, setLinking] = useState(false);
  const range = useRef<Range>(undefined);
  const beginLink = () => {
    const selection = document.getSelection();
    range.current = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
    setLinking(!isLinking);
  };
  const link = (address: string) => {
    setLinking(false);
    const selection = document.getSelection();
    field.current?.focus();
    if (selection && range.current) {
      selection.removeAllRanges();
      selection.addRange(range.current);
    }
    if (selection?.isCollapsed) run('insertText', address);
    else run('createLink', address);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its buttons has the focus */}
      <div className={classes['formats']} role="toolbar" aria-label={t('formats')} onKeyDown={walk}>
        {COMMANDS.map(([command, name, Picture, keys], index) => (
          <Format
            key={command}
            name={t(name)}
            Picture={Picture}
            onClick={() => run(command)}
            aria-pressed={active.includes(command)}
            aria-keyshortcuts={keys}
            tabIndex={index === 0 ? 0 : -1}
          />
        ))}
        <Format name={t('quote')} Picture={IconBlockquote} onClick={() => run('formatBlock', 'blockquote')} />
        <Format name={t('link')} Picture={IconLink} onClick={beginLink} aria-expanded={isLinking} />
        <Format
          name={t('clear')}
          Picture={IconClearFormatting}
          onClick={() => {
            run('removeFormat');
            run('formatBlock', 'p');
          }}
        />
      </div>
      {isLinking && <LinkField onLink={link} onCancel={() => setLinking(false)} />}
    </>
  );
}

interface FormatProps extends Pick<
  ComponentProps<'button'>,
  'onClick' | 'tabIndex' | 'aria-pressed' | 'aria-expanded' | 'aria-keyshortcuts'
> {
  name: string;
  Picture: Icon;
}

function Format({ name, Picture, tabIndex = -1, ...props }: FormatProps) {
  return (
    <ActionIcon
      {...props}
      size="md"
      color="gray"
      aria-label={name}
      title={name}
      tabIndex={tabIndex}
      // The selection stays in the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Picture size={16} stroke={1.8} aria-hidden />
    </ActionIcon>
  );
}

/** An address with the scheme that it lacks. */
const withScheme = (address: string) =>
  /^(https?:|mailto:)/i.test(address) ? address : address.includes('@') ? `mailto:${address}` : `https://${address}`;

function LinkField({ onLink, onCancel }: { onLink: (address: string) => void; onCancel: () => void }) {
  const t = useMailboxTexts();
  const [address, setAddress] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <TextInput
      ref={field}
      className={classes['link']}
      aria-label={t('linkAddress')}
      placeholder={t('linkAddress')}
      value={address}
      onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        }
        if (event.key !== 'Enter') return;
        event.preventDefault();
        if (address.trim() !== '') onLink(withScheme(address.trim()));
      }}
    />
  );
}

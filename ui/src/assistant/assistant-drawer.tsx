import { FocusTrap, Menu, Portal, RemoveScroll } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBulb, IconDots, IconEraser, IconSparkles, IconX } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { fromMenu } from '../panels/menu-action.tsx';
import { goRound } from '../panels/go-round.ts';
import { ToolbarButton } from '../panels/toolbar-button.tsx';
import { ListSkeleton } from '../states/skeletons.tsx';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import { fill } from '../theme/texts.ts';
import { type AssistantLine, AssistantLines } from './assistant-lines.tsx';
import { QuestionBox } from './question-box.tsx';
import menu from '../panels/menu.module.css';
import classes from './assistant.module.css';

export interface AssistantDrawerProps {
  /** Of the dialog, for what opens it. */
  id?: string;
  opened: boolean;
  onClose: () => void;
  /** The product whose portal this is. */
  product: string;
  lines: readonly AssistantLine[];
  /** An earlier conversation is being fetched. */
  restoring?: boolean;
  /** A reply is pending. */
  waiting: boolean;
  /** The conversation has no room for another question. */
  full?: boolean;
  draft: string;
  onDraft: (text: string) => void;
  onSend: (text: string) => void;
  /** Asks whether to, and clears. */
  onClear: () => void;
  /** Questions to begin with. */
  examples?: readonly string[];
  /** Where the insights are, for whom they are. */
  insights?: string;
  /** Draws an answer, which is markdown that nobody vouches for. */
  renderAnswer: (content: string) => ReactNode;
  /** Characters of a question. */
  maxLength?: number;
}

/** On a narrow screen the drawer takes all of it, and the page behind waits. */
const NARROW = '(width < 960px)';
const NO_EXAMPLES: readonly string[] = [];

/** The assistant at the right edge: beside the page where there is room, which can be used all the while. */
export function AssistantDrawer(props: AssistantDrawerProps) {
  if (!props.opened) return null;
  return (
    <Portal>
      <Room {...props} />
    </Portal>
  );
}

function Room(props: AssistantDrawerProps) {
  const { onClose, lines, restoring = false, waiting, full = false, onClear } = props;
  const shell = useShellTexts();
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  useFocusFrom({ room, title, box });
  useEscape(room, onClose);
  const clear = lines.length > 0 ? { onClear } : {};
  return (
    <RemoveScroll enabled={narrow}>
      {narrow && <div className={classes['overlay']} role="presentation" onClick={onClose} />}
      <FocusTrap active={narrow} innerRef={room}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys pressed inside arrive here */}
        <div
          id={props.id}
          className={classes['room']}
          role="dialog"
          aria-modal={narrow || undefined}
          aria-labelledby={titleId}
          tabIndex={-1}
          {...(narrow && { onKeyDown: goRound })}
        >
          <Header {...props} titleId={titleId} title={title} />
          <AssistantLines lines={lines} waiting={waiting} renderAnswer={props.renderAnswer} onClose={onClose}>
            {restoring ? <ListSkeleton rows={3} /> : <Welcome {...props} />}
          </AssistantLines>
          {full && (
            <p className={classes['full']} role="status">
              {shell.assistantFull}
            </p>
          )}
          <QuestionBox
            box={box}
            draft={props.draft}
            onDraft={props.onDraft}
            onSend={props.onSend}
            waiting={waiting}
            restoring={restoring}
            closed={full}
            maxLength={props.maxLength ?? 2000}
            {...clear}
          />
        </div>
      </FocusTrap>
    </RemoveScroll>
  );
}

/** On touch screens a box that has the focus brings up a keyboard, over what is to be read. */
const touched = () => matchMedia('(pointer: coarse)').matches;

interface Places {
  room: RefObject<HTMLDivElement | null>;
  title: RefObject<HTMLHeadingElement | null>;
  box: RefObject<HTMLTextAreaElement | null>;
}

/** Takes the focus into the room as it opens and gives it back as it closes, unless somebody took it elsewhere. */
function useFocusFrom({ room, title, box }: Places): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = room.current;
    if (touched()) title.current?.focus({ preventScroll: true });
    else box.current?.focus({ preventScroll: true });
    return () => {
      const { activeElement } = document;
      const lost = activeElement === null || activeElement === document.body || element?.contains(activeElement);
      if (lost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [room, title, box]);
}

/** A menu inside closes first, and what a dialog above is told is none of the room's. */
function useEscape(room: RefObject<HTMLElement | null>, onClose: () => void): void {
  useEffect(() => {
    const element = room.current;
    const leave = (event: KeyboardEvent) => {
      const inMenu = (event.target as Element).closest('[role="menu"]') ?? element?.querySelector('[role="menu"]');
      if (event.key !== 'Escape' || inMenu) return;
      event.stopPropagation();
      onClose();
    };
    element?.addEventListener('keydown', leave);
    return () => element?.removeEventListener('keydown', leave);
  }, [room, onClose]);
}

function Header({
  titleId,
  title,
  lines,
  onClear,
  onClose,
  insights,
}: AssistantDrawerProps & Pick<Places, 'title'> & { titleId: string }) {
  const { texts } = useUi();
  const shell = useShellTexts();
  return (
    <header className={classes['header']}>
      <h2 ref={title} id={titleId} className={classes['title']} tabIndex={-1} data-autofocus={touched() || undefined}>
        <IconSparkles size={18} stroke={1.7} aria-hidden />
        {shell.assistant}
      </h2>
      {insights !== undefined && <ToolbarButton label={shell.assistantInsights} icon={IconBulb} href={insights} />}
      <Menu
        position="bottom-end"
        width={200}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        classNames={{ dropdown: menu['dropdown'] }}
      >
        <Menu.Target>
          <ToolbarButton label={texts.more} icon={IconDots} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            classNames={{ item: menu['item'] ?? '' }}
            leftSection={<IconEraser size={16} stroke={1.7} />}
            disabled={lines.length === 0}
            onClick={fromMenu(onClear)}
          >
            {shell.assistantClear}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ToolbarButton label={texts.close} icon={IconX} onClick={onClose} />
    </header>
  );
}

function Welcome({ product, examples = NO_EXAMPLES, onSend }: AssistantDrawerProps) {
  const shell = useShellTexts();
  return (
    <div className={classes['welcome']}>
      <span className={classes['mark']} aria-hidden>
        <IconSparkles size={28} stroke={1.5} />
      </span>
      <p className={classes['greeting']}>{shell.assistantWelcome}</p>
      <p className={classes['intro']}>{fill(shell.assistantIntro, { product })}</p>
      {examples.length > 0 && (
        <ul className={classes['examples']} aria-label={shell.assistantExamples}>
          {examples.map((example) => (
            <li key={example}>
              <button type="button" className={classes['example']} onClick={() => onSend(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { FocusTrap, Menu, Portal, RemoveScroll } from '@mantine/core';
import { DropdownMenu } from '../menus/dropdown-menu.tsx';
import { useMediaQuery } from '@mantine/hooks';
import { IconBulb, IconDots, IconEraser, IconSparkles, IconX } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { runFromMenu } from '../menus/menu-action.tsx';
import { trapTab } from '../focus/trap-tab.ts';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';
import { ListSkeleton } from '../states/skeletons.tsx';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { type AssistantLine, AssistantLines } from './assistant-lines.tsx';
import { AssistantWelcome } from './assistant-welcome.tsx';
import { QuestionBox } from './question-box.tsx';
import menu from '../menus/menu.module.css';
import classes from './assistant.module.css';

export interface AssistantDrawerProps {
  /** Id of the dialog, for the button that opens it. */
  id?: string;
  opened: boolean;
  onClose: () => void;
  /** Name of the product. */
  product: string;
  lines: readonly AssistantLine[];
  /** An earlier conversation is loading. */
  restoring?: boolean;
  /** A reply is pending. */
  waiting: boolean;
  /** What has arrived of the reply. */
  partial?: string;
  /** Ends the pending reply. */
  onStop?: () => void;
  /** The conversation has no room for another question. */
  full?: boolean;
  draft: string;
  onDraft: (text: string) => void;
  onSend: (text: string) => void;
  /** Clears after a confirmation. */
  onClear: () => void;
  /** Example questions. */
  examples?: readonly string[];
  /** Address of the insights; absent for people without them. */
  insights?: string;
  /** Renders an answer, which is untrusted markdown. */
  renderAnswer: (content: string, place: number) => ReactNode;
  /** One quiet line at the box: what answers. */
  note?: string | null;
  /** Maximum length of a question, in characters. */
  maxLength?: number;
}

/** Below this width the drawer is modal and covers the page. */
const NARROW = '(width < 960px)';

/** The assistant at the right edge: beside the page, which stays usable, or over it on narrow screens. */
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
  const panelTexts = usePanelTexts();
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
          {...(narrow && { onKeyDown: trapTab })}
        >
          <Header {...props} titleId={titleId} title={title} />
          <AssistantLines
            lines={lines}
            waiting={waiting}
            partial={props.partial ?? ''}
            onStop={props.onStop}
            renderAnswer={props.renderAnswer}
            onClose={onClose}
          >
            {restoring ? <ListSkeleton rows={3} /> : <AssistantWelcome {...props} />}
          </AssistantLines>
          {full && (
            <p className={classes['full']} role="status">
              {panelTexts.assistantFull}
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
            note={props.note ?? null}
            {...clear}
          />
        </div>
      </FocusTrap>
    </RemoveScroll>
  );
}

/** On touch screens a focused field opens the keyboard, which covers the content. */
const touched = () => matchMedia('(pointer: coarse)').matches;

interface Places {
  room: RefObject<HTMLDivElement | null>;
  title: RefObject<HTMLHeadingElement | null>;
  box: RefObject<HTMLTextAreaElement | null>;
}

/** Focuses the drawer on opening and restores the focus on closing, unless the focus has moved elsewhere. */
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

/** Closes on Escape, but not while a menu inside is open, nor for keys pressed in a dialog above. */
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
  const { texts } = useUiContext();
  const panelTexts = usePanelTexts();
  return (
    <header className={classes['header']}>
      <h2 ref={title} id={titleId} className={classes['title']} tabIndex={-1} data-autofocus={touched() || undefined}>
        <IconSparkles size={18} stroke={1.7} aria-hidden />
        {texts.assistant}
      </h2>
      {insights !== undefined && <ToolbarButton label={panelTexts.assistantInsights} icon={IconBulb} href={insights} />}
      <DropdownMenu position="bottom-end" width={200} classNames={{ dropdown: menu['dropdown'] }}>
        <Menu.Target>
          <ToolbarButton label={texts.more} icon={IconDots} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            classNames={{ item: menu['item'] ?? '' }}
            leftSection={<IconEraser size={16} stroke={1.7} />}
            disabled={lines.length === 0}
            onClick={runFromMenu(onClear)}
          >
            {panelTexts.assistantClear}
          </Menu.Item>
        </Menu.Dropdown>
      </DropdownMenu>
      <ToolbarButton label={texts.close} icon={IconX} onClick={onClose} />
    </header>
  );
}

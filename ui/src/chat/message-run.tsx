import { IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import type { ChatLine, ChatRun } from './chat-model.ts';
import { MessageText } from './message-text.tsx';
import classes from './conversation.module.css';

/** Messages that are chosen, to do something with several. */
export interface LineSelection {
  has(id: string): boolean;
  toggle(id: string): void;
}

export interface LineActions {
  onRetryLine?: ((line: ChatLine) => void) | undefined;
  onDiscardLine?: ((line: ChatLine) => void) | undefined;
  /** Draws the words of a message, such as with what a search found in them. */
  renderText?: ((text: string) => ReactNode) | undefined;
  /** Present while messages are chosen: each that is delivered has a checkbox. */
  selection?: LineSelection | undefined;
}

type Unsent = Pick<LineActions, 'onRetryLine' | 'onDiscardLine'>;

function NotSent({ line, onRetryLine, onDiscardLine }: Unsent & { line: ChatLine }) {
  const { texts } = useUiContext();
  const panelTexts = usePanelTexts();
  return (
    <span className={classes['failed']} role="alert">
      {panelTexts.chatNotSent}
      {onRetryLine !== undefined && (
        <button type="button" className={classes['action']} onClick={() => onRetryLine(line)}>
          {texts.retry}
        </button>
      )}
      {onDiscardLine !== undefined && (
        <button type="button" className={classes['action']} onClick={() => onDiscardLine(line)}>
          {panelTexts.chatDiscard}
        </button>
      )}
    </span>
  );
}

function MessageFile({ name, url }: { name: string; url: string }) {
  const isPicture = url.startsWith('data:image/');
  return (
    <a href={url} download={name} className={classes['file']}>
      {isPicture ? <img src={url} alt={name} className={classes['picture']} /> : <IconFile size={16} aria-hidden />}
      {!isPicture && name}
    </a>
  );
}

function MessageLine({
  line,
  isLast,
  renderText,
  selection,
  ...actions
}: LineActions & { line: ChatLine; isLast: boolean }) {
  const { locale } = useUiContext();
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  const bubble = {
    className: classes['bubble'],
    'data-state': line.state,
    'data-last': isLast || undefined,
    title: full.format(new Date(line.createdAt)),
  };
  if (selection && line.state === undefined)
    return (
      <label className={classes['choice']}>
        <input
          type="checkbox"
          // Escape ends the choosing, and does not close the drawer that the conversation may be in.
          data-mantine-stop-propagation
          className={classes['check']}
          checked={selection.has(line.id)}
          onChange={() => selection.toggle(line.id)}
        />
        <span {...bubble}>{line.value}</span>
      </label>
    );
  return (
    <div className={classes['line']}>
      <div {...bubble}>
        <MessageText text={line.value} renderText={renderText} />
      </div>
      {line.files?.map((file) => (
        <MessageFile key={file.name} {...file} />
      ))}
      {line.state === 'failed' && <NotSent line={line} {...actions} />}
    </div>
  );
}

/** Consecutive messages of one writer, who is named where several people write, with the time of the last. */
export function MessageRun({ run, name, ...actions }: LineActions & { run: ChatRun; name: string }) {
  const { locale } = useUiContext();
  const panelTexts = usePanelTexts();
  const last = run.lines.at(-1)!;
  const author = run.mine ? undefined : run.lines[0]!.author;
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  return (
    <li className={classes['run']} data-mine={run.mine || undefined}>
      <span className={classes[author === undefined ? 'hidden' : 'author']}>
        {run.mine ? panelTexts.chatMine : (author ?? name)}
      </span>
      {run.lines.map((line) => (
        <MessageLine key={line.id} line={line} isLast={line === last} {...actions} />
      ))}
      {last.state !== 'failed' && (
        <span className={classes['time']}>
          {last.state === 'sending' ? (
            panelTexts.chatSending
          ) : (
            <time dateTime={last.createdAt}>{clock.format(new Date(last.createdAt))}</time>
          )}
        </span>
      )}
    </li>
  );
}

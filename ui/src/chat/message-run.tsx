import { IconFile } from '@tabler/icons-react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import type { ChatLine, ChatRun } from './chat-model.ts';
import { MessageText } from './message-text.tsx';
import classes from './conversation.module.css';

export interface LineActions {
  onRetryLine?: ((line: ChatLine) => void) | undefined;
  onDiscardLine?: ((line: ChatLine) => void) | undefined;
}

function NotSent({ line, onRetryLine, onDiscardLine }: LineActions & { line: ChatLine }) {
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

/** Consecutive messages of one writer, who is named where several people write, with the time of the last. */
export function MessageRun({ run, name, ...actions }: LineActions & { run: ChatRun; name: string }) {
  const { locale } = useUiContext();
  const panelTexts = usePanelTexts();
  const last = run.lines.at(-1)!;
  const author = run.mine ? undefined : run.lines[0]!.author;
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <li className={classes['run']} data-mine={run.mine || undefined}>
      <span className={classes[author === undefined ? 'hidden' : 'author']}>
        {run.mine ? panelTexts.chatMine : (author ?? name)}
      </span>
      {run.lines.map((line) => (
        <div key={line.id} className={classes['line']}>
          <div
            className={classes['bubble']}
            data-state={line.state}
            data-last={line === last || undefined}
            title={full.format(new Date(line.createdAt))}
          >
            <MessageText text={line.value} />
          </div>
          {line.files?.map((file) => (
            <MessageFile key={file.name} {...file} />
          ))}
          {line.state === 'failed' && <NotSent line={line} {...actions} />}
        </div>
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

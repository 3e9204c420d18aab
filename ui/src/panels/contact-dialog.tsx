import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import { fill } from '../theme/texts.ts';
import classes from './contact-dialog.module.css';

export interface ContactMessage {
  subject: string;
  message: string;
}

export interface ContactDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Resolves when the message is on its way; what it rejects with is not shown. */
  onSend: (message: ContactMessage) => Promise<void>;
}

const NOTHING: ContactMessage = { subject: '', message: '' };

type Progress = 'writing' | 'sending' | 'failed' | 'sent';

/** A click outside does not close it, and what was typed stays until it was sent. */
export function ContactDialog({ opened, onClose, onSend }: ContactDialogProps) {
  const { texts } = useUi();
  const shell = useShellTexts();
  const [typed, setTyped] = useState(NOTHING);
  const [progress, setProgress] = useState<Progress>('writing');
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const fields = [
    { key: 'subject', name: shell.contactSubject },
    { key: 'message', name: shell.contactMessage },
  ] as const;
  const missing = fields.filter(({ key }) => typed[key].trim() === '');
  const error = (key: keyof ContactMessage) => {
    const field = tried ? missing.find((candidate) => candidate.key === key) : undefined;
    return field && fill(shell.fieldRequired, { field: field.name });
  };
  const change = (part: Partial<ContactMessage>) => setTyped((before) => ({ ...before, ...part }));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing.length > 0) {
      form.current?.querySelector<HTMLElement>(`[name="${missing[0]!.key}"]`)?.focus();
      return;
    }
    setProgress('sending');
    try {
      await onSend({ subject: typed.subject.trim(), message: typed.message.trim() });
      setTyped(NOTHING);
      setTried(false);
      setProgress('sent');
    } catch {
      setProgress('failed');
    }
  };
  const close = () => {
    if (progress === 'sent') setProgress('writing');
    onClose();
  };

  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      closeOnClickOutside={false}
      centered
      size="32rem"
      transitionProps={{ duration: 140, transition: 'fade' }}
      classNames={{ inner: classes['inner'] }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content classNames={{ content: classes['content'] }}>
        <div className={classes['header']}>
          <div>
            <Modal.Title className={classes['title']}>{shell.contactUs}</Modal.Title>
            <p className={classes['text']}>{progress === 'sent' ? shell.contactSentText : shell.contactText}</p>
          </div>
          <button type="button" className={classes['close']} aria-label={texts.close} onClick={close}>
            <IconX size={18} />
          </button>
        </div>
        {progress === 'sent' ? (
          <div className={classes['form']}>
            <output className={classes['sent']}>{shell.contactSent}</output>
            <div className={classes['buttons']}>
              <Button onClick={close}>{texts.close}</Button>
            </div>
          </div>
        ) : (
          <form ref={form} className={classes['form']} noValidate onSubmit={(event) => void submit(event)}>
            <TextInput
              name="subject"
              label={shell.contactSubject}
              required
              data-autofocus
              maxLength={150}
              value={typed.subject}
              error={error('subject')}
              onChange={(event) => change({ subject: event.currentTarget.value })}
            />
            <Textarea
              name="message"
              label={shell.contactMessage}
              required
              rows={6}
              classNames={{ input: classes['message'] }}
              maxLength={5000}
              value={typed.message}
              error={error('message')}
              onChange={(event) => change({ message: event.currentTarget.value })}
            />
            {tried && missing.length > 0 && (
              <div className={classes['faults']} role="alert" aria-labelledby={id}>
                <p id={id}>{shell.formErrors}</p>
                <ul>
                  {missing.map(({ key, name }) => (
                    <li key={key}>{fill(shell.fieldRequired, { field: name })}</li>
                  ))}
                </ul>
              </div>
            )}
            {progress === 'failed' && (
              <p className={classes['faults']} role="alert">
                {shell.contactFailed}
              </p>
            )}
            <div className={classes['buttons']}>
              <Button variant="default" onClick={close}>
                {texts.cancel}
              </Button>
              <Button type="submit" loading={progress === 'sending'}>
                {shell.contactSend}
              </Button>
            </div>
          </form>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

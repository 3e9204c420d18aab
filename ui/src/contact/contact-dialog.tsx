import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import { CloseButton } from '../dialogs/close-button.tsx';
import { useFocusReturn } from '../dialogs/use-focus-return.ts';
import classes from './contact-dialog.module.css';

export interface ContactMessage {
  subject: string;
  message: string;
}

export interface ContactDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Resolves when the message has been accepted; the reason of a rejection is not shown. */
  onSend: (message: ContactMessage) => Promise<void>;
}

const EMPTY: ContactMessage = { subject: '', message: '' };

type Progress = 'writing' | 'sending' | 'failed' | 'sent';

/** State, validation and submission of the form. */
function useContactForm(onSend: ContactDialogProps['onSend']) {
  const panelTexts = usePanelTexts();
  const [typed, setTyped] = useState(EMPTY);
  const [progress, setProgress] = useState<Progress>('writing');
  const [submitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const fields = [
    { key: 'subject', name: panelTexts.contactSubject },
    { key: 'message', name: panelTexts.contactMessage },
  ] as const;
  const empty = fields.filter(({ key }) => typed[key].trim() === '');
  const missing = submitted ? empty : [];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (empty.length > 0) {
      form.current?.querySelector<HTMLElement>(`[name="${empty[0]!.key}"]`)?.focus();
      return;
    }
    setProgress('sending');
    try {
      await onSend({ subject: typed.subject.trim(), message: typed.message.trim() });
      setTyped(EMPTY);
      setSubmitted(false);
      setProgress('sent');
    } catch {
      setProgress('failed');
    }
  };

  return {
    form,
    typed,
    progress,
    missing,
    error: (key: keyof ContactMessage) => {
      const field = missing.find((candidate) => candidate.key === key);
      return field && fill(panelTexts.fieldRequired, { field: field.name });
    },
    change: (part: Partial<ContactMessage>) => setTyped((before) => ({ ...before, ...part })),
    submit,
    reset: () => progress === 'sent' && setProgress('writing'),
  };
}

type ContactFormState = ReturnType<typeof useContactForm>;

/** Not closed by a click outside; the text stays until it has been sent. */
export function ContactDialog({ opened, onClose, onSend }: ContactDialogProps) {
  const { texts } = useUiContext();
  const panelTexts = usePanelTexts();
  const state = useContactForm(onSend);
  const sent = state.progress === 'sent';
  useFocusReturn(opened);
  const close = () => {
    state.reset();
    onClose();
  };
  return (
    <Modal.Root
      returnFocus={false}
      opened={opened}
      onClose={close}
      closeOnClickOutside={false}
      centered
      size="32rem"
      transitionProps={{ duration: 140, transition: 'fade' }}
      classNames={{ inner: classes['inner'] }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content inert={!opened} classNames={{ content: classes['content'] }}>
        <div className={classes['header']}>
          <div>
            <Modal.Title className={classes['title']}>{panelTexts.contactUs}</Modal.Title>
            <p className={classes['text']}>{sent ? panelTexts.contactSentText : panelTexts.contactText}</p>
          </div>
          <CloseButton onClick={close} />
        </div>
        {sent ? (
          <div className={classes['form']}>
            <output className={classes['sent']}>{panelTexts.contactSent}</output>
            <div className={classes['buttons']}>
              <Button onClick={close}>{texts.close}</Button>
            </div>
          </div>
        ) : (
          <ContactForm state={state} onCancel={close} />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

function ContactForm({ state, onCancel }: { state: ContactFormState; onCancel: () => void }) {
  const { texts } = useUiContext();
  const panelTexts = usePanelTexts();
  const { form, typed, progress, error, change, submit } = state;
  return (
    <form ref={form} className={classes['form']} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        name="subject"
        label={panelTexts.contactSubject}
        required
        data-autofocus
        maxLength={150}
        value={typed.subject}
        error={error('subject')}
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
      <Textarea
        name="message"
        label={panelTexts.contactMessage}
        required
        rows={6}
        classNames={{ input: classes['message'] }}
        maxLength={5000}
        value={typed.message}
        error={error('message')}
        onChange={(event) => change({ message: event.currentTarget.value })}
      />
      <MissingFields missing={state.missing} />
      {progress === 'failed' && (
        <p className={classes['issues']} role="alert">
          {panelTexts.contactFailed}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={progress === 'sending'}>
          {panelTexts.contactSend}
        </Button>
      </div>
    </form>
  );
}

function MissingFields({ missing }: Pick<ContactFormState, 'missing'>) {
  const panelTexts = usePanelTexts();
  const id = useId();
  if (missing.length === 0) return null;
  return (
    <div className={classes['issues']} role="alert" aria-labelledby={id}>
      <p id={id}>{panelTexts.formErrors}</p>
      <ul>
        {missing.map(({ key, name }) => (
          <li key={key}>{fill(panelTexts.fieldRequired, { field: name })}</li>
        ))}
      </ul>
    </div>
  );
}

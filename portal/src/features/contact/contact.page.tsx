import { Button, Textarea, TextInput } from '@mantine/core';
import type { Language } from '@rise/contract';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useObservable } from '@rise/ui/observable';
import { PageFrame } from '../../page-frame/page-frame.tsx';
import { DEFAULT_PAGE, LANDING } from '../../routing/access.ts';
import { AppLink } from '../../routing/link.tsx';
import { currentSession } from '../../session/session.ts';
import { type ContactFields, type FieldName, FIELDS, validateContact } from './contact.rules.ts';
import { useContact } from './contact.queries.ts';
import classes from './contact.module.css';

const EMPTY: ContactFields = { name: '', email: '', subject: '', message: '' };

/** Contact form of the portal's operators, for signed-in people and visitors. */
export default function ContactPage() {
  const { t } = useTranslation();
  const session = useObservable(currentSession);
  const contact = useContact();
  const startPage = session === null ? LANDING : DEFAULT_PAGE;
  return (
    <PageFrame logoHref={startPage}>
      <section className={classes.card}>
        <h1 className={classes.title}>{t('contact.title')}</h1>
        {contact.isSuccess ? (
          <>
            <output className={classes.lead}>{t('contact.sent')}</output>
            <Button component={AppLink} href={startPage} variant="default">
              {t('contact.back')}
            </Button>
          </>
        ) : (
          <ContactForm contact={contact} accountEmail={session?.account.email ?? null} />
        )}
      </section>
    </PageFrame>
  );
}

interface ContactFormProps {
  contact: ReturnType<typeof useContact>;
  /** Email of the signed-in account, which needs no name and email fields; null for a visitor. */
  accountEmail: string | null;
}

function ContactForm({ contact, accountEmail }: ContactFormProps) {
  const { t, i18n } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY);
  const [website, setWebsite] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const isVisitor = accountEmail === null;
  const required = FIELDS.filter((name) => isVisitor || (name !== 'name' && name !== 'email'));
  const issues = validateContact(values, required);
  const fieldProps = useFieldProps(values, submitted ? issues : {}, (name, value) =>
    setValues((before) => ({ ...before, [name]: value })),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const invalid = required.find((name) => issues[name]);
    if (invalid) {
      form.current?.querySelector<HTMLElement>(`[name="${invalid}"]`)?.focus();
      return;
    }
    const { name, email, subject, message } = values;
    contact.mutate({
      ...(isVisitor ? { name: name.trim(), email: email.trim() } : {}),
      subject: subject.trim(),
      message: message.trim(),
      language: i18n.language as Language,
      website,
    });
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className={classes.form}>
      <p className={classes.lead}>{isVisitor ? t('contact.lead') : t('contact.leadKnown', { email: accountEmail })}</p>
      {isVisitor && <TextInput {...fieldProps('name')} autoComplete="name" maxLength={100} />}
      {isVisitor && <TextInput {...fieldProps('email')} type="email" autoComplete="email" maxLength={254} />}
      <TextInput {...fieldProps('subject')} maxLength={150} />
      <Textarea {...fieldProps('message')} rows={7} maxLength={5000} />
      <Honeypot value={website} onChange={setWebsite} />
      {contact.isError && (
        <p role="alert" className={classes.error}>
          {errorText(contact.error, t).message}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={contact.isPending}>
          {t('contact.send')}
        </Button>
      </div>
    </form>
  );
}

/** Returns the props of a field: name, label, value, and the error once the form has been submitted. */
function useFieldProps(
  values: ContactFields,
  issues: ReturnType<typeof validateContact>,
  onChange: (name: FieldName, value: string) => void,
) {
  const { t } = useTranslation();
  const labels: Record<FieldName, string> = {
    name: t('contact.name'),
    email: t('contact.email'),
    subject: t('contact.subject'),
    message: t('contact.message'),
  };
  return (name: FieldName) => {
    const issue = issues[name];
    const key = issue === 'missing' ? 'contact.missing' : 'contact.invalid';
    return {
      name,
      label: labels[name],
      required: true,
      value: values[name],
      onChange: (event: { currentTarget: { value: string } }) => onChange(name, event.currentTarget.value),
      ...(issue && { error: t(key, { field: labels[name] }) }),
    };
  };
}

/** A field that people don't see: the server drops a message that fills it. */
function Honeypot({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.trap} aria-hidden>
      <label>
        {t('contact.trap')}
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
    </div>
  );
}

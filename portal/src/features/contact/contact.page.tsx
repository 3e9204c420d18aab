import { Button, Textarea, TextInput } from '@mantine/core';
import type { Language } from '@rise/contract';
import { Logo } from '@rise/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../client/failure.ts';
import { LanguageSwitch } from '../../i18n/language-switch.tsx';
import { useObservable } from '@rise/ui/kernel';
import { DEFAULT_PAGE, LANDING } from '../../routing/access.ts';
import { AppLink } from '../../routing/link.tsx';
import { currentSession } from '../../session/session.ts';
import { faultsOf, FIELDS, type FieldName, type Written } from './contact.rules.ts';
import { useContact } from './contact.queries.ts';
import classes from './contact.module.css';

const NOTHING: Written = { name: '', email: '', subject: '', message: '' };

/** Anybody's way to write to those who run the portal, signed in or not. */
export default function ContactPage() {
  const { t, i18n } = useTranslation();
  const session = useObservable(currentSession);
  const form = useRef<HTMLFormElement>(null);
  const contact = useContact();
  const [written, setWritten] = useState(NOTHING);
  const [website, setWebsite] = useState('');
  const [tried, setTried] = useState(false);
  const known = session !== null;
  const shown = FIELDS.filter((name) => !known || (name !== 'name' && name !== 'email'));
  const faults = faultsOf(written, shown);
  const labels: Record<FieldName, string> = {
    name: t('contact.name'),
    email: t('contact.email'),
    subject: t('contact.subject'),
    message: t('contact.message'),
  };
  const field = (name: FieldName) => {
    const fault = tried ? faults[name] : undefined;
    return {
      name,
      label: labels[name],
      required: true,
      value: written[name],
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget;
        setWritten((before) => ({ ...before, [name]: value }));
      },
      ...(fault && { error: t(fault === 'missing' ? 'contact.missing' : 'contact.invalid', { field: labels[name] }) }),
    };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const first = shown.find((name) => faults[name]);
    if (first) {
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    const { name, email, subject, message } = written;
    contact.mutate({
      ...(known ? {} : { name: name.trim(), email: email.trim() }),
      subject: subject.trim(),
      message: message.trim(),
      language: i18n.language as Language,
      website,
    });
  };
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <Logo href={known ? DEFAULT_PAGE : LANDING} />
        <LanguageSwitch />
      </header>
      <section className={classes.card}>
        <h1 className={classes.title}>{t('contact.title')}</h1>
        {contact.isSuccess ? (
          <>
            <output className={classes.lead}>{t('contact.sent')}</output>
            <Button component={AppLink} href={known ? DEFAULT_PAGE : LANDING} variant="default">
              {t('contact.back')}
            </Button>
          </>
        ) : (
          <form ref={form} noValidate onSubmit={submit} className={classes.form}>
            <p className={classes.lead}>
              {known ? t('contact.leadKnown', { email: session.account.email }) : t('contact.lead')}
            </p>
            {!known && <TextInput {...field('name')} autoComplete="name" maxLength={100} />}
            {!known && <TextInput {...field('email')} type="email" autoComplete="email" maxLength={254} />}
            <TextInput {...field('subject')} maxLength={150} />
            <Textarea {...field('message')} rows={7} maxLength={5000} />
            <div className={classes.trap} aria-hidden>
              <label>
                {t('contact.trap')}
                <input
                  name="website"
                  tabIndex={-1}
                  autoComplete="off"
                  value={website}
                  onChange={(event) => setWebsite(event.currentTarget.value)}
                />
              </label>
            </div>
            {contact.isError && (
              <p role="alert" className={classes.error}>
                {failureText(contact.error, t).message}
              </p>
            )}
            <div className={classes.actions}>
              <Button type="submit" loading={contact.isPending}>
                {t('contact.send')}
              </Button>
            </div>
          </form>
        )}
      </section>
    </div>
  );
}

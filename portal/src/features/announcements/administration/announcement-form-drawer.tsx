import { Button } from '@mantine/core';
import type { AdministeredAnnouncement, Language, NamedTenant } from '@rise/contract';
import { DetailDrawer } from '@rise/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { DraftNotice } from '../../../embedding/draft-notice.tsx';
import { fieldsOf, type FormValues, problemsOf } from './announcement-form.rules.ts';
import { AudienceFields, LinkFields, TextFields, TimeFields } from './announcement-fields.tsx';
import { useSaveAnnouncement } from './announcements-administration.queries.ts';
import classes from './announcements-administration.module.css';

export interface AnnouncementFormProps {
  /** 'new', or the id of an announcement. */
  form: string;
  /** The language of the preview; null: the form is open. */
  preview: Language | null;
  tenants: readonly NamedTenant[];
  onPreview: (language: Language | null) => void;
  onClose: () => void;
  /** With a sentence on what was done. */
  onSaved: (message: string) => void;
}

/** What was to be done with the form, and when. */
interface Submission {
  intent: 'draft' | 'publish' | 'preview';
  now: number;
}

interface AnnouncementFormDrawerProps extends AnnouncementFormProps {
  announcement: AdministeredAnnouncement | null;
  values: FormValues;
  basedOn: string | null;
  /** Edits of an earlier visit are in the form. */
  isRestored: boolean;
  onChange: (values: FormValues) => void;
  onDiscard: () => void;
}

/** Writes an announcement: saved as a draft, previewed, or published. */
export function AnnouncementFormDrawer(props: AnnouncementFormDrawerProps) {
  const { announcement, values, basedOn, isRestored, tenants, onChange, onDiscard, onPreview, onClose, onSaved } =
    props;
  const { t } = useTranslation();
  const save = useSaveAnnouncement();
  const [language, setLanguage] = useState<Language>('en');
  const [submitted, setSubmitted] = useState<Submission | null>(null);
  const isDraft = announcement === null || announcement.state === 'draft';
  const problemsFor = ({ intent, now }: Submission) =>
    problemsOf(values, { publish: intent === 'publish' && isDraft, now });
  const problems = submitted === null ? {} : problemsFor(submitted);
  const submit = (intent: Submission['intent']) => {
    const submission = { intent, now: Date.now() };
    setSubmitted(submission);
    const found = problemsFor(submission);
    if (Object.keys(found).length > 0) {
      // The first problem may be in the other language's tab.
      if (found.title ?? found.contentEn ?? found.hyperText) setLanguage('en');
      else if (found.contentTr) setLanguage('tr');
      return;
    }
    if (intent === 'preview') {
      onChange(values);
      onPreview(language);
      return;
    }
    const publish = intent === 'publish';
    const name = values.title.en.trim();
    save.mutate(
      { announcement, basedOn, fields: fieldsOf(values, announcement), publish },
      {
        onSuccess: () =>
          onSaved(t(publish && isDraft ? 'announcementAdmin.published' : 'announcementAdmin.saved', { name })),
      },
    );
  };
  const hasProblems = Object.keys(problems).length > 0;
  return (
    <DetailDrawer
      opened
      size="wide"
      onClose={onClose}
      title={t(announcement ? 'announcementAdmin.form.edit' : 'announcementAdmin.new')}
      footer={
        <div className={classes.footer}>
          <Button variant="default" onClick={() => submit('preview')}>
            {t('announcementAdmin.form.preview')}
          </Button>
          {isDraft && (
            <Button
              variant="default"
              loading={save.isPending && submitted?.intent === 'draft'}
              onClick={() => submit('draft')}
            >
              {t('announcementAdmin.form.saveDraft')}
            </Button>
          )}
          <Button loading={save.isPending && submitted?.intent === 'publish'} onClick={() => submit('publish')}>
            {t(isDraft ? 'announcementAdmin.form.publish' : 'announcementAdmin.form.save')}
          </Button>
        </div>
      }
    >
      <div className={classes.form}>
        {isRestored && <DraftNotice onDiscard={onDiscard} />}
        <TextFields
          values={values}
          problems={problems}
          language={language}
          onLanguage={setLanguage}
          onChange={onChange}
        />
        <LinkFields values={values} problems={problems} language={language} onChange={onChange} />
        <TimeFields values={values} problems={problems} onChange={onChange} />
        <AudienceFields values={values} problems={problems} tenants={tenants} onChange={onChange} />
        {(hasProblems || save.error) && (
          <p role="alert" className={classes.error}>
            {hasProblems ? t('announcementAdmin.form.hasProblems') : errorText(save.error, t).message}
          </p>
        )}
      </div>
    </DetailDrawer>
  );
}

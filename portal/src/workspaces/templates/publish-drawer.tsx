import { Button, Textarea, TextInput } from '@mantine/core';
import type { PublicationPreview, TemplatePublication, Workspace } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { DetailDrawer, DetailSection, ErrorState, ListSkeleton, StatusPill } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useFocusRef } from '../../embedding/use-focus-ref.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { AppLink } from '../../routing/link.tsx';
import { chosenAmong } from './audience.rules.ts';
import { AudienceField } from './audience-field.tsx';
import { publicationQuery, usePublish } from './templates.queries.ts';
import classes from './templates.module.css';

interface PublishDrawerProps {
  workspace: Workspace;
  onClose: () => void;
}

/** Publishes a workspace's reports as the next version of its template. */
export default function PublishDrawer({ workspace, onClose }: PublishDrawerProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { data, error, isError, refetch } = useQuery(publicationQuery(workspace.id));
  const [published, setPublished] = useState<number | null>(null);
  // The form that had the focus is gone then.
  const focus = useFocusRef(published !== null);
  return (
    <DetailDrawer
      opened
      size="wide"
      onClose={onClose}
      title={t('templates.publish.title')}
      subtitle={localize(workspace.name)}
    >
      {published !== null ? (
        <div className={classes.form}>
          <p role="status" className={classes.text} tabIndex={-1} ref={focus}>
            {t('templates.publish.done', { version: published })}
          </p>
          <AppLink href="/global/templates">{t('templates.publish.see')}</AppLink>
        </div>
      ) : isError ? (
        <ErrorState {...errorText(error, t)} onRetry={() => void refetch()} />
      ) : data ? (
        <PublishForm workspace={workspace} preview={data} onDone={setPublished} />
      ) : (
        <ListSkeleton rows={5} />
      )}
    </DetailDrawer>
  );
}

interface PublishFormProps {
  workspace: Workspace;
  preview: PublicationPreview;
  onDone: (version: number) => void;
}

type Texts = Omit<TemplatePublication, 'basedOn'>;

function PublishForm({ workspace, preview, onDone }: PublishFormProps) {
  const { t } = useTranslation();
  const { template, tenants, reports } = preview;
  const basedOn = template?.version ?? 0;
  const [texts, setTexts] = useState<Texts>(() =>
    textsOf(template ?? workspace, chosenAmong(tenants, template?.tenants ?? null)),
  );
  const [submitted, setSubmitted] = useState(false);
  const publish = usePublish(workspace.id);
  const change = (next: Partial<Texts>) => setTexts((before) => ({ ...before, ...next }));
  const isBlocked = reports.length === 0 || reports.some(({ problems }) => problems.length > 0);
  const isComplete = [texts.name.en, texts.name.tr, texts.description.en, texts.description.tr].every(isFilled);
  const needsTenant = texts.tenants?.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isComplete || needsTenant) return;
    publish.mutate({ ...texts, basedOn }, { onSuccess: ({ version }) => onDone(version) });
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <p className={classes.text}>{t('templates.publish.help')}</p>
      <Contents preview={preview} />
      <Names texts={texts} submitted={submitted} onChange={change} />
      <AudienceField
        tenants={tenants}
        value={texts.tenants}
        error={submitted && needsTenant ? t('templates.audience.none') : null}
        onChange={(chosen) => change({ tenants: chosen })}
      />
      <Textarea
        label={t('templates.publish.note')}
        description={t('templates.publish.noteHelp')}
        rows={2}
        maxLength={500}
        value={texts.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      {isBlocked && (
        <p className={classes.error}>
          {t(reports.length === 0 ? 'templates.publish.empty' : 'templates.publish.blocked')}
        </p>
      )}
      {publish.error && (
        <p role="alert" className={classes.error}>
          {publish.error instanceof ApiError && publish.error.code === 'CONFLICT'
            ? t('templates.publish.conflict')
            : errorText(publish.error, t).message}
        </p>
      )}
      <div className={`${classes.actions} ${classes.end}`}>
        <Button type="submit" disabled={isBlocked} loading={publish.isPending}>
          {t('templates.publish.submit', { version: basedOn + 1 })}
        </Button>
      </div>
    </form>
  );
}

const isFilled = (text: string) => text.trim() !== '';

const textsOf = ({ name, description }: Pick<Workspace, 'name' | 'description'>, tenants: string[] | null): Texts => ({
  name: { en: name.en, tr: name.tr ?? '' },
  description: { en: description?.en ?? '', tr: description?.tr ?? '' },
  tenants,
  note: '',
});

const TONES = { added: 'positive', changed: 'info', same: 'neutral' } as const;

/** The reports of the next version, and what is different in it. */
function Contents({ preview: { reports, removed } }: { preview: PublicationPreview }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  return (
    <DetailSection title={t('templates.publish.contents', { count: reports.length })}>
      <ul className={classes.list}>
        {reports.map(({ title, change, problems }) => (
          <li key={title.en} className={classes.report}>
            <span>{localize(title)}</span>
            <StatusPill tone={TONES[change]}>{t(`templates.change.${change}`)}</StatusPill>
            {problems.length > 0 && (
              <ul className={classes.problems}>
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
        {removed.map((title) => (
          <li key={title.en} className={classes.report}>
            <span>{localize(title)}</span>
            <StatusPill tone="warning">{t('templates.change.removed')}</StatusPill>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

interface NamesProps {
  texts: Texts;
  submitted: boolean;
  onChange: (next: Partial<Texts>) => void;
}

/** Name and description, in both languages. */
function Names({ texts: { name, description }, submitted, onChange }: NamesProps) {
  const { t } = useTranslation();
  const missing = (text: string, key: 'nameless' | 'undescribed') =>
    submitted && !isFilled(text) ? t(`templates.publish.${key}`) : null;
  return (
    <>
      <div className={classes.pair}>
        {(['en', 'tr'] as const).map((language) => (
          <TextInput
            key={language}
            required
            label={t(`templates.publish.name.${language}`)}
            maxLength={80}
            value={name[language]}
            error={missing(name[language], 'nameless')}
            onChange={({ currentTarget }) => onChange({ name: { ...name, [language]: currentTarget.value } })}
          />
        ))}
      </div>
      <div className={classes.pair}>
        {(['en', 'tr'] as const).map((language) => (
          <Textarea
            key={language}
            required
            label={t(`templates.publish.description.${language}`)}
            rows={3}
            maxLength={500}
            value={description[language]}
            error={missing(description[language], 'undescribed')}
            onChange={({ currentTarget }) =>
              onChange({ description: { ...description, [language]: currentTarget.value } })
            }
          />
        ))}
      </div>
    </>
  );
}

import { Button, Textarea } from '@mantine/core';
import type { DraftCheck } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { MISSING, Notice, TableSkeleton, useFigure } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { ChangeList } from './change-list.tsx';
import { impactQuery, usePublish } from './model-editor.queries.ts';
import { ReviewTests } from './review-tests.tsx';
import classes from './model-editor.module.css';

const TextDifference = lazy(() => import('./text-difference.tsx'));

export interface ReviewProps {
  text: string;
  /** The active text; null while there is no model. */
  active: { document: string; version: number } | null;
  /** The version that the draft was derived from. */
  basedOn: number | null;
  check: DraftCheck | undefined;
  revision: () => number;
  onBack: () => void;
  /** Continues on the active version, which someone published meanwhile. */
  onRebase: () => void;
  onPublished: (version: number) => void;
}

/** What publishing the draft would change: members, figures and text; then a note, and it is active. */
export function Review(props: ReviewProps) {
  const { text, active, basedOn, check } = props;
  const { t } = useTranslation();
  const valid = check !== undefined && check.issues.length === 0;
  const outdated = active !== null && basedOn !== active.version;
  return (
    <div className={classes.review}>
      {outdated && (
        <Notice tone="warning" title={t('modelEditor.review.outdated', { version: active.version })}>
          <p>{t('modelEditor.review.outdatedText')}</p>
          <Button size="xs" variant="default" onClick={props.onRebase}>
            {t('modelEditor.review.rebase')}
          </Button>
        </Notice>
      )}
      {check !== undefined && !valid && (
        <Notice tone="negative" title={t('modelEditor.review.invalid', { count: check.issues.length })}>
          <ul className={classes.issues}>
            {check.issues.slice(0, 20).map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                {line === null ? message : t('modelEditor.issueAt', { line, message })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Publish {...props} disabled={!valid || outdated} />
      {valid && active && (
        <section>
          <h2 className={classes.sectionTitle}>{t('modelEditor.review.members')}</h2>
          <ChangeList changes={check.changes} />
        </section>
      )}
      {valid && <ReviewTests text={text} />}
      {valid && <Figures text={text} />}
      <section>
        <h2 className={classes.sectionTitle}>{t('modelEditor.review.text')}</h2>
        <Suspense fallback={<TableSkeleton rows={6} columns={1} />}>
          <TextDifference
            key={active?.version ?? 0}
            label={t('modelEditor.review.text')}
            before={active?.document ?? ''}
            after={text}
          />
        </Suspense>
      </section>
    </div>
  );
}

function Publish({ text, basedOn, revision, disabled, onBack, onPublished }: ReviewProps & { disabled: boolean }) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const publish = usePublish();
  const submit = () =>
    publish.mutate(
      { document: text, message: note, ...(basedOn !== null && { basedOn }), revision: revision() },
      { onSuccess: ({ version }) => onPublished(version.version) },
    );
  return (
    <section className={classes.publish}>
      {publish.isError && (
        <Notice tone="negative" title={t('modelEditor.review.failed')}>
          {publish.error instanceof ApiError && publish.error.code === 'MODEL_INVALID'
            ? publish.error.details.map(({ message }) => message).join(' ')
            : errorText(publish.error, t).message}
        </Notice>
      )}
      <Textarea
        label={t('modelEditor.review.note')}
        description={t('modelEditor.review.noteHelp')}
        maxLength={1000}
        rows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack}>
          {t('modelEditor.review.back')}
        </Button>
        <Button onClick={submit} disabled={disabled} loading={publish.isPending}>
          {t('modelEditor.review.publish')}
        </Button>
      </div>
    </section>
  );
}

function Figures({ text }: { text: string }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const write = useFigure();
  const impact = useQuery(impactQuery(text));
  const cell = (value: string | number | null, format: Parameters<typeof write>[1]) =>
    value === null ? MISSING : write(value, format);
  return (
    <section>
      <h2 className={classes.sectionTitle}>{t('modelEditor.review.figures')}</h2>
      {impact.isError ? (
        <Notice tone="warning">{errorText(impact.error, t).message}</Notice>
      ) : !impact.data ? (
        <TableSkeleton rows={3} columns={4} />
      ) : impact.data.figures.length === 0 ? (
        <p className={classes.hint}>{t('modelEditor.review.noFigures')}</p>
      ) : (
        <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('modelEditor.review.figures')}>
          <table className={classes.figures}>
            <thead>
              <tr>
                <th scope="col">{t('modelEditor.review.measure')}</th>
                <th scope="col">{t('modelEditor.review.before')}</th>
                <th scope="col">{t('modelEditor.review.after')}</th>
                <th scope="col">{t('modelEditor.review.latestBefore')}</th>
                <th scope="col">{t('modelEditor.review.latestAfter')}</th>
              </tr>
            </thead>
            <tbody>
              {impact.data.figures.map(({ dataset, measure, title, format, before, after, latest }) => (
                <tr key={`${dataset}.${measure}`}>
                  <th scope="row">
                    {localize(title)} <span className={classes.hint}>{dataset}</span>
                  </th>
                  <td>{cell(before, format)}</td>
                  <td>{cell(after, format)}</td>
                  <td>{latest ? cell(latest.before, format) : MISSING}</td>
                  <td>{latest ? cell(latest.after, format) : MISSING}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {impact.data && impact.data.computed < impact.data.changed && (
        <p className={classes.hint}>
          {t('modelEditor.review.notAll', { computed: impact.data.computed, count: impact.data.changed })}
        </p>
      )}
    </section>
  );
}

import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import type { AlertScope, NewAlert, ReportAlert, ReportAlerts, ReportState } from '@rise/contract';
import { memberFields, watchedMeasures, watchedScopes } from '@rise/contract/alert-rules';
import { tilesOf } from '@rise/contract/report-pages';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { measureNamed } from '../fields.ts';
import { WebhookSelect } from '../webhook-select.tsx';
import { useOpenReport } from '../report-context.ts';
import { type AlertDraft, conditionOf, contentOf, draftOf, issuesOf, newDraft } from './alert-draft.rules.ts';
import { choicesOf, newScope, scopeOf, type ScopeDraft } from './alert-scope.rules.ts';
import { ConditionFields } from './condition-fields.tsx';
import { CoursePreview } from './course-preview.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { courseQuery } from './alerts.queries.ts';
import panels from '../panels.module.css';
import classes from './alerts.module.css';

/** What the form saves. */
export type SavedAlert = Pick<NewAlert, 'measure' | 'scope' | 'title' | 'condition' | 'quiet' | 'mail' | 'webhook'>;

export interface AlertFormProps {
  known: ReportAlerts;
  tile: string;
  state: ReportState;
  /** Null for a new one. */
  alert: ReportAlert | null;
  isPending: boolean;
  error: string | null;
  onSave: (saved: SavedAlert) => void;
  onCancel: () => void;
}

/** On which figure an alert is, when it fires, and how its owner hears of it. */
export function AlertForm({ known, tile, state, alert, isPending, error, onSave, onCancel }: AlertFormProps) {
  const { t } = useTranslation();
  const { report, measure: selected } = useOpenReport();
  const { measures, titleOf, nameOf, choices, fields, dataset } = useFiguresOf(tile, alert);
  // Of a ranking the measure that the reader selected.
  const first = measures.find((name) => name === selected) ?? measures[0] ?? '';
  const [draft, setDraft] = useState(() => (alert ? draftOf(alert) : newDraft(first, nameOf(first))));
  const [submitted, setSubmitted] = useState(false);
  const [chosen, setChosen] = useState(() => newScope(choices, fields));
  const { scope, members, course } = useCourse(tile, state, draft.measure, chosen, alert);
  const figure = course.data?.figure ?? alert?.figure;
  const format = figure?.format ?? measureNamed(report, draft.measure).format;
  const issues = issuesOf(draft);
  const condition = conditionOf(draft, format);
  const change = (more: Partial<AlertDraft>) => setDraft({ ...draft, ...more });
  const choose = (measure: string) =>
    // A name that was not edited is that of the figure.
    change({ measure, ...(draft.title === nameOf(draft.measure) && { title: nameOf(measure) }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const isRight = Object.values(issues).every((isIssue) => !isIssue);
    if (isRight && condition && scope) onSave({ measure: draft.measure, scope, condition, ...contentOf(draft) });
  };
  return (
    <form noValidate className={panels.form} onSubmit={submit}>
      {measures.length > 1 && !alert && (
        <NativeSelect
          label={t('report.alerts.form.measure')}
          value={draft.measure}
          data={measures.map((value) => ({ value, label: titleOf(value) }))}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
      {!alert && (
        <ScopeFields
          scope={chosen}
          choices={choices}
          fields={fields}
          dataset={dataset}
          members={members}
          isSubmitted={submitted}
          onChange={setChosen}
        />
      )}
      <ConditionFields
        draft={draft}
        format={format}
        currency={figure?.currency ?? report.currency}
        hasPeriods={figure ? figure.grain !== null : true}
        issues={submitted ? issues : null}
        onChange={change}
      />
      {scope && <CoursePreview course={course} condition={condition} title={titleOf(draft.measure)} />}
      <TextInput
        label={t('report.alerts.form.name')}
        maxLength={120}
        value={draft.title}
        error={submitted && issues.title ? t('report.alerts.form.nameless') : null}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <NoticeFields draft={draft} known={known} issues={submitted ? issues : null} onChange={change} />
      <p className={panels.text}>{t('report.alerts.form.selections')}</p>
      {error !== null && (
        <p role="alert" className={panels.error}>
          {error}
        </p>
      )}
      <div className={`${panels.actions} ${panels.end}`}>
        <Button variant="subtle" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t(alert ? 'report.alerts.form.save' : 'report.alerts.form.create')}
        </Button>
      </div>
    </form>
  );
}

/** The scope that was chosen, the members that it can be of, and its figure's course. */
function useCourse(tile: string, state: ReportState, measure: string, chosen: ScopeDraft, alert: ReportAlert | null) {
  const { report } = useOpenReport();
  const of = (scope: AlertScope) => courseQuery(report.id, report.basis, { tile, measure, scope, state });
  const isMember = alert === null && chosen.choice === 'member' && chosen.fields.length > 0;
  const members = useQuery({ ...of({ kind: 'any', fields: [...chosen.fields] }), enabled: isMember });
  const scope = alert ? alert.scope : scopeOf(chosen, members.data);
  const course = useQuery({ ...of(scope ?? { kind: 'total' }), enabled: scope !== null });
  return { scope, members, course };
}

/** The figures of a tile, by name; of another dataset than the report's, under their mere names until they are known. */
function useFiguresOf(tile: string, alert: ReportAlert | null) {
  const localize = useLocalize();
  const { report } = useOpenReport();
  const found = tilesOf(report.document).find(({ id }) => id === tile);
  const measures = found ? watchedMeasures(found, report.document) : alert ? [alert.measure] : [];
  const choices = choicesOf(found ? watchedScopes(found, report.document) : []);
  const fields = found ? memberFields(found, report.document) : [];
  const titleOf = (name: string) => {
    if (alert?.measure === name) return localize(alert.figure.title);
    const measure = measureNamed(report, name);
    return localize(measure.label ?? measure.title);
  };
  const titleOfTile = found && 'title' in found && found.title ? localize(found.title) : '';
  const nameOf = (name: string) =>
    (titleOfTile === '' || titleOfTile === titleOf(name) ? titleOf(name) : `${titleOf(name)} · ${titleOfTile}`).slice(
      0,
      120,
    );
  const dataset = found && 'dataset' in found ? found.dataset : undefined;
  return { measures, titleOf, nameOf, choices, fields, dataset };
}

interface NoticeFieldsProps {
  draft: AlertDraft;
  known: ReportAlerts;
  /** Null before the form was submitted. */
  issues: ReturnType<typeof issuesOf> | null;
  onChange: (more: Partial<AlertDraft>) => void;
}

/** How and when the owner hears of it. */
function NoticeFields({ draft, known, issues, onChange }: NoticeFieldsProps) {
  const { t } = useTranslation();
  const { isQuiet, from, until, mail, webhook } = draft;
  return (
    <>
      {known.mail && (
        <Switch
          label={t('report.alerts.form.mail')}
          description={t('report.alerts.form.mailHelp')}
          checked={mail}
          onChange={({ currentTarget }) => onChange({ mail: currentTarget.checked })}
        />
      )}
      <WebhookSelect
        webhooks={known.webhooks}
        help={t('webhooks.alertHelp')}
        value={webhook}
        onChange={(chosen) => onChange({ webhook: chosen })}
      />
      <Switch
        label={t('report.alerts.form.quiet')}
        description={t('report.alerts.form.quietHelp')}
        checked={isQuiet}
        onChange={({ currentTarget }) => onChange({ isQuiet: currentTarget.checked })}
      />
      {isQuiet && (
        <div className={`${panels.row} ${classes.fields}`}>
          <TextInput
            type="time"
            label={t('report.alerts.form.from')}
            description={known.zone}
            value={from}
            error={issues?.from ? t('report.alerts.form.timeless') : null}
            onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t('report.alerts.form.until')}
            description={known.zone}
            value={until}
            error={
              issues?.until ? t(from === until ? 'report.alerts.form.sameTime' : 'report.alerts.form.timeless') : null
            }
            onChange={({ currentTarget }) => onChange({ until: currentTarget.value })}
          />
        </div>
      )}
    </>
  );
}

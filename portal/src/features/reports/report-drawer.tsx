import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { LocalizedText, ReportSummary, Workspace } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { DetailDrawer } from '@rise/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import type { ReportForm } from './report-menu.tsx';
import { useCopyReport, useMoveReport, useRenameReport } from './reports.queries.ts';
import classes from './report-drawer.module.css';

export interface ReportDrawerProps {
  form: ReportForm;
  report: ReportSummary;
  /** Where the reader may put reports. */
  targets: readonly Workspace[];
  /** `id`: the report that was changed, or the copy. */
  onDone: (id: string) => void;
  onClose: () => void;
}

/** The form for what is done with a report. */
export default function ReportDrawer({ form, ...props }: ReportDrawerProps) {
  if (form === 'rename') return <RenameForm {...props} />;
  return form === 'move' ? <MoveForm {...props} /> : <CopyForm {...props} />;
}

type FormProps = Omit<ReportDrawerProps, 'form'>;

function RenameForm({ report, onDone, onClose }: FormProps) {
  const { t } = useTranslation();
  const [title, setTitle] = useState(report.title);
  const [purpose, setPurpose] = useState(report.purpose);
  const rename = useRenameReport();
  const submit = () =>
    rename.mutate(
      { id: report.id, title: trimmed(title), purpose: trimmed(purpose), basedOn: report.revision },
      { onSuccess: ({ id }) => onDone(id) },
    );
  return (
    <FormDrawer
      title={t('reports.rename.title')}
      save={t('reports.rename.save')}
      issue={title.en.trim() === '' ? 'title' : purpose.en.trim() === '' ? 'purpose' : null}
      error={rename.error}
      isPending={rename.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {(issue) => (
        <>
          <TitleFields value={title} onChange={setTitle} issue={issue === 'title'} />
          <Textarea
            required
            label={t('reports.rename.purpose')}
            rows={3}
            maxLength={500}
            value={purpose.en}
            error={issue === 'purpose' ? t('reports.rename.purposeless') : null}
            onChange={({ currentTarget: { value } }) => setPurpose((before) => ({ ...before, en: value }))}
          />
          <Textarea
            label={t('reports.rename.purposeTurkish')}
            rows={3}
            maxLength={500}
            value={purpose.tr ?? ''}
            onChange={({ currentTarget: { value } }) => setPurpose((before) => ({ ...before, tr: value }))}
          />
        </>
      )}
    </FormDrawer>
  );
}

function MoveForm({ report, targets, onDone, onClose }: FormProps) {
  const { t } = useTranslation();
  const others = targets.filter(({ id }) => id !== report.workspace);
  const [workspace, setWorkspace] = useState(others[0]?.id ?? '');
  const move = useMoveReport();
  return (
    <FormDrawer
      title={t('reports.move.title')}
      save={t('reports.move.save')}
      issue={null}
      error={move.error}
      isPending={move.isPending}
      onSubmit={() => move.mutate({ id: report.id, workspace }, { onSuccess: ({ id }) => onDone(id) })}
      onClose={onClose}
    >
      {() => <TargetField targets={others} value={workspace} onChange={setWorkspace} help={t('reports.move.help')} />}
    </FormDrawer>
  );
}

function CopyForm({ report, targets, onDone, onClose }: FormProps) {
  const { t } = useTranslation();
  const own = targets.find(({ id }) => id === report.workspace) ?? targets[0];
  const [workspace, setWorkspace] = useState(own?.id ?? '');
  const [title, setTitle] = useState<LocalizedText>(() => titleOfCopy(report.title));
  const copy = useCopyReport();
  return (
    <FormDrawer
      title={t('reports.copy.title')}
      save={t('reports.copy.save')}
      issue={title.en.trim() === '' ? 'title' : null}
      error={copy.error}
      isPending={copy.isPending}
      onSubmit={() =>
        copy.mutate({ id: report.id, workspace, title: trimmed(title) }, { onSuccess: ({ id }) => onDone(id) })
      }
      onClose={onClose}
    >
      {(issue) => (
        <>
          <TitleFields value={title} onChange={setTitle} issue={issue === 'title'} />
          <TargetField
            targets={targets}
            value={workspace}
            onChange={setWorkspace}
            help={report.template ? t('reports.copy.template') : t('reports.copy.help')}
          />
        </>
      )}
    </FormDrawer>
  );
}

function FormDrawer<Issue extends string>(props: {
  title: string;
  save: string;
  /** What is missing. */
  issue: Issue | null;
  error: Error | null;
  isPending: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** `issue` is null until the form was sent. */
  children: (issue: Issue | null) => ReactNode;
}) {
  const { title, save, issue, error, isPending, onSubmit, onClose, children } = props;
  const { t } = useTranslation();
  const [submitted, setSubmitted] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (issue === null) onSubmit();
  };
  return (
    <DetailDrawer opened onClose={onClose} title={title}>
      <form noValidate className={classes.form} onSubmit={submit}>
        {children(submitted ? issue : null)}
        {error && (
          <p role="alert" className={classes.error}>
            {error instanceof ApiError && error.code === 'CONFLICT'
              ? t('reports.conflict')
              : errorText(error, t).message}
          </p>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {save}
          </Button>
        </div>
      </form>
    </DetailDrawer>
  );
}

function TitleFields(props: { value: LocalizedText; issue: boolean; onChange: (value: LocalizedText) => void }) {
  const { value, issue, onChange } = props;
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        required
        data-autofocus
        label={t('reports.rename.name')}
        maxLength={120}
        value={value.en}
        error={issue ? t('reports.rename.nameless') : null}
        onChange={({ currentTarget }) => onChange({ ...value, en: currentTarget.value })}
      />
      <TextInput
        label={t('reports.rename.nameTurkish')}
        maxLength={120}
        value={value.tr ?? ''}
        onChange={({ currentTarget }) => onChange({ ...value, tr: currentTarget.value })}
      />
    </>
  );
}

function TargetField(props: {
  targets: readonly Workspace[];
  value: string;
  help: string;
  onChange: (id: string) => void;
}) {
  const { targets, value, help, onChange } = props;
  const { t } = useTranslation();
  const localize = useLocalize();
  return (
    <NativeSelect
      label={t('reports.workspace')}
      description={help}
      value={value}
      data={targets.map(({ id, name }) => ({ value: id, label: localize(name) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Without a Turkish text that is blank. */
function trimmed({ en, tr = '' }: LocalizedText): LocalizedText {
  return { en: en.trim(), ...(tr.trim() !== '' && { tr: tr.trim() }) };
}

/** A proposal, in each language that the report has a title in. */
const titleOfCopy = ({ en, tr }: LocalizedText): LocalizedText => ({
  en: `${en} (copy)`,
  ...(tr !== undefined && { tr: `${tr} (kopya)` }),
});

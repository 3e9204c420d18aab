import { Button, Modal, NativeSelect } from '@mantine/core';
import type { Insight } from '@rise/contract';
import { useFocusReturn, useUiContext } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { reportsQuery } from '../../reports/reports.queries.ts';
import { workspacesQuery } from '../../workspaces/workspaces.queries.ts';
import { useAddToReport, useMakeAlert } from './use-finding-report.ts';
import classes from './insights.module.css';

/** What a finding's figures become: a report, a part of one, or one with an alert on them. */
export type PlaceFor = 'report' | 'add' | 'alert';

const TEXTS = {
  report: 'insights.place.reportText',
  add: 'insights.place.addText',
  alert: 'insights.place.alertText',
} as const;
const CONFIRM = {
  report: 'insights.place.confirmReport',
  add: 'insights.place.confirmAdd',
  alert: 'insights.place.confirmAlert',
} as const;

interface PlaceDialogProps {
  finding: Insight;
  of: PlaceFor;
  onClose: () => void;
}

/** Where the figures of a finding go. */
export function PlaceDialog({ finding, of, onClose }: PlaceDialogProps) {
  useFocusReturn(true);
  const { t } = useTranslation();
  const { texts } = useUiContext();
  const places = usePlaces(of);
  const [chosen, setChosen] = useState<string | null>(null);
  const add = useAddToReport(finding);
  const alert = useMakeAlert(finding);
  const place = chosen ?? places.list[0]?.value;
  const error = add.error ?? alert.error ?? places.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (place === undefined) return;
    if (of === 'alert') alert.mutate(place);
    else add.mutate(of === 'add' ? { report: place } : { workspace: place });
  };
  const text = of === 'alert' && finding.chart?.kind !== 'course' ? t('insights.place.alertChangeText') : t(TEXTS[of]);
  return (
    <Modal opened onClose={onClose} title={t(`insights.place.${of}`)} closeButtonProps={{ 'aria-label': texts.close }}>
      <form className={classes.form} onSubmit={submit}>
        <p>{text}</p>
        {places.isPending ? null : places.list.length === 0 ? (
          <p role="alert">{t(of === 'add' ? 'insights.place.noReports' : 'insights.place.noWorkspaces')}</p>
        ) : (
          <NativeSelect
            data-autofocus
            label={t(of === 'add' ? 'insights.place.chooseReport' : 'insights.place.workspace')}
            data={[...places.list]}
            value={place}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        )}
        {error && (
          <p role="alert" className={classes.error}>
            {errorText(error, t).message}
          </p>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          {place !== undefined && (
            <Button type="submit" loading={add.isPending || alert.isPending}>
              {t(CONFIRM[of])}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  );
}

/** The reports, or the workspaces, that the reader may put something into. */
function usePlaces(of: PlaceFor) {
  const localize = useLocalize();
  const reports = useQuery({ ...reportsQuery, enabled: of === 'add' });
  const workspaces = useQuery({ ...workspacesQuery, enabled: of !== 'add' });
  const list =
    of === 'add'
      ? (reports.data?.reports ?? [])
          .filter(({ can, archivedAt }) => can.edit && archivedAt === null)
          .map(({ id, title }) => ({ value: id, label: localize(title) }))
      : (workspaces.data?.workspaces ?? [])
          .filter(({ can, archivedAt }) => can.edit && archivedAt === null)
          .map(({ id, name }) => ({ value: id, label: localize(name) }));
  const { isPending, error } = of === 'add' ? reports : workspaces;
  return { list, isPending, error };
}

import type { ReportAlert, ReportAlerts } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { tilesOf } from '@rise/contract/report-pages';
import { DetailDrawer, DetailSection, Notice, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportAlertsQuery } from '../../../alerts/report-alerts.queries.ts';
import { errorText } from '../../../client/error-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { useOpenReport } from '../report-context.ts';
import { toState } from '../views/views.rules.ts';
import { AlertForm, type SavedAlert } from './alert-form.tsx';
import { AlertItem } from './alert-item.tsx';
import { useChangeAlert, useCreateAlert } from './alerts.queries.ts';
import panels from '../panels.module.css';

interface AlertsDrawerProps {
  /** The tile that a new alert is set on; null: the list. */
  tile: string | null;
  onClose: () => void;
}

/** The reader's alerts on a report: the list of them, or the form of one. */
export default function AlertsDrawer({ tile, onClose }: AlertsDrawerProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report } = useOpenReport();
  const found = useQuery(reportAlertsQuery);
  const [isNew, setIsNew] = useState(tile !== null);
  const [edited, setEdited] = useState<ReportAlert | null>(null);
  const of = tilesOf(report.document).find(({ id }) => id === (edited?.tile ?? tile));
  const title = isNew ? 'report.alerts.form.newTitle' : edited ? 'report.alerts.form.editTitle' : 'report.alerts.title';
  const isForm = isNew || edited !== null;
  const back = () => {
    setIsNew(false);
    setEdited(null);
  };
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={t(title)}
      subtitle={isForm && of && 'title' in of && of.title ? localize(of.title) : t('report.alerts.subtitle')}
    >
      {found.isError ? (
        <p role="alert" className={panels.error}>
          {errorText(found.error, t).message}
        </p>
      ) : !found.data ? (
        <TextSkeleton lines={4} />
      ) : isForm ? (
        <Edit key={edited?.id} known={found.data} tile={edited?.tile ?? tile!} alert={edited} onClose={back} />
      ) : (
        <List known={found.data} onEdit={setEdited} />
      )}
    </DetailDrawer>
  );
}

function List({ known, onEdit }: { known: ReportAlerts; onEdit: (alert: ReportAlert) => void }) {
  const { t } = useTranslation();
  const { report } = useOpenReport();
  const own = known.alerts.filter((alert) => alert.report === report.id);
  const others = known.alerts.filter((alert) => alert.report !== report.id);
  return (
    <>
      {!known.mail && <Notice tone="info">{t('report.alerts.withoutServer')}</Notice>}
      {own.length === 0 ? (
        <p className={panels.none}>{t('report.alerts.none')}</p>
      ) : (
        <ul className={panels.list}>
          {own.map((alert) => (
            <AlertItem key={alert.id} alert={alert} zone={known.zone} onEdit={() => onEdit(alert)} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <DetailSection title={t('report.alerts.others')}>
          <ul className={panels.list}>
            {others.map((alert) => (
              <AlertItem key={alert.id} alert={alert} zone={known.zone} onEdit={null} />
            ))}
          </ul>
        </DetailSection>
      )}
    </>
  );
}

interface EditProps {
  known: ReportAlerts;
  tile: string;
  /** Null for a new one. */
  alert: ReportAlert | null;
  onClose: () => void;
}

function Edit({ known, tile, alert, onClose }: EditProps) {
  const { t } = useTranslation();
  const { report, choices } = useOpenReport();
  const create = useCreateAlert(report.id);
  const change = useChangeAlert();
  const state = alert?.state ?? toState(choices);
  const save = ({ measure, scope, ...content }: SavedAlert) =>
    alert
      ? change.mutate({ id: alert.id, change: { ...content, basedOn: alert.revision } }, { onSuccess: onClose })
      : create.mutate({ tile, measure, scope, state, ...content }, { onSuccess: onClose });
  const error = create.error ?? change.error;
  return (
    <AlertForm
      known={known}
      tile={tile}
      state={state}
      alert={alert}
      isPending={create.isPending || change.isPending}
      error={error && failureText(error, t)}
      onSave={save}
      onCancel={onClose}
    />
  );
}

/** A conflict is that it was changed meanwhile, or that there are too many. */
const failureText = (error: Error, t: TFunction): string =>
  error instanceof ApiError && error.code === 'CONFLICT' ? t('report.alerts.conflict') : errorText(error, t).message;

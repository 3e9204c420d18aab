import type { AuditRecord } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import {
  DetailCode,
  DetailDrawer,
  DetailList,
  DetailSection,
  EmptyState,
  ErrorState,
  formatInteger,
  StatusPill,
  TextSkeleton,
} from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { actionWords } from '../../audit-trail/action-words.ts';
import { auditRecordQuery } from './audit.queries.ts';
import { actorWords, exactMoment, OUTCOME_TONES } from '../../audit-trail/audit-words.ts';
import { changesOf, omittedFields, otherDetails } from './changes.rules.ts';
import classes from './audit.module.css';

const NO_VALUE = '–';

interface RecordDrawerProps {
  of: string | null;
  id: number;
  onClose: () => void;
}

/** One record with everything that it states. */
export default function RecordDrawer({ of, id, onClose }: RecordDrawerProps) {
  const { t, i18n } = useTranslation();
  const found = useQuery(auditRecordQuery(of, id));
  const isMissing = found.error instanceof ApiError && found.error.code === 'NOT_FOUND';
  return (
    <DetailDrawer
      opened
      size="wide"
      onClose={onClose}
      title={
        found.data
          ? actionWords(found.data.action, i18n.language)
          : t('auditTrail.record.title', { id: formatInteger(id, i18n.language) })
      }
      {...(found.data && { subtitle: exactMoment(found.data.at, i18n.language) })}
    >
      {found.data ? (
        <RecordContent record={found.data} />
      ) : isMissing ? (
        <EmptyState art="search" title={t('auditTrail.record.missing')} text={t('auditTrail.record.missingText')} />
      ) : found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : (
        <TextSkeleton />
      )}
    </DetailDrawer>
  );
}

function RecordContent({ record }: { record: AuditRecord }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { actor, via, viewedAs, outcome, target, targetName, address, requestId, link, details } = record;
  const { isTextHidden, isVisitNeeded } = record;
  const changes = changesOf(details);
  const others = otherDetails(details, targetName);
  const omitted = omittedFields(details);
  const pair = (name: string, value: string | null | undefined) => (value ? [{ name, value }] : []);
  return (
    <>
      <DetailList
        items={[
          {
            name: t('auditTrail.columns.outcome'),
            value: <StatusPill tone={OUTCOME_TONES[outcome]}>{t(`auditTrail.outcomes.${outcome}`)}</StatusPill>,
          },
          { name: t('auditTrail.columns.person'), value: actorWords(record, t) },
          ...pair(t('auditTrail.record.email'), actor?.email),
          { name: t('auditTrail.record.via'), value: t(`auditTrail.via.${via}`) },
          ...pair(t('auditTrail.record.viewedAs'), viewedAs && (viewedAs.email ?? viewedAs.id)),
          ...pair(t('auditTrail.columns.target'), targetName),
          ...pair(t(targetName === null ? 'auditTrail.columns.target' : 'auditTrail.record.targetId'), target),
          ...pair(t('auditTrail.columns.address'), address),
          ...pair(t('auditTrail.record.request'), requestId),
          { name: t('auditTrail.record.code'), value: record.action },
          {
            name: t('auditTrail.record.sealed'),
            value:
              link === null
                ? t('auditTrail.record.notSealed')
                : t('auditTrail.record.link', { link: formatInteger(link, language) }),
          },
        ]}
      />
      {changes.length > 0 && (
        <DetailSection title={t('auditTrail.record.changes')}>
          <table className={classes.changes}>
            <thead>
              <tr>
                <th scope="col">{t('auditTrail.record.field')}</th>
                <th scope="col">{t('auditTrail.record.before')}</th>
                <th scope="col">{t('auditTrail.record.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>{before ?? NO_VALUE}</td>
                  <td>{after ?? NO_VALUE}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </DetailSection>
      )}
      {(others !== null || omitted !== null || isTextHidden || isVisitNeeded) && (
        <DetailSection title={t('auditTrail.record.details')}>
          {isVisitNeeded && <p className={classes.hint}>{t('auditTrail.record.visitNeeded')}</p>}
          {omitted !== null && <p className={classes.hint}>{t('auditTrail.record.omitted', { fields: omitted })}</p>}
          {isTextHidden && <p className={classes.hint}>{t('auditTrail.record.hidden')}</p>}
          {others !== null && <DetailCode label={t('auditTrail.record.details')}>{others}</DetailCode>}
        </DetailSection>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import type { TenantParameterTable } from '@rise/contract';
import { IconAlertTriangle, IconRefresh, IconTableExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { IssueText } from '../../warehouse/issue-text.tsx';
import { parameterTableQuery, useWriteTable } from './parameters.queries.ts';
import classes from './parameter-table-state.module.css';

/** Where the values are written for other tools, and how that went; nothing where they are written nowhere. */
export function ParameterTableState({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation();
  const table = useQuery(parameterTableQuery).data?.table;
  const write = useWriteTable();
  if (!table) return null;
  const isFailed = table.state === 'failed';
  const Icon = isFailed ? IconAlertTriangle : IconTableExport;
  return (
    <section className={classes.table} data-state={table.state} aria-label={t('parameterTable.label')}>
      <Icon className={classes.icon} size={18} stroke={1.7} aria-hidden />
      <div className={classes.words}>
        <p role="status" className={classes.title}>
          {t(`parameterTable.states.${table.state}`, { table: table.table, server: table.server })}
        </p>
        <Details {...table} readOnly={readOnly} />
        {write.isError && (
          <p role="alert" className={classes.error}>
            {errorText(write.error, t).message}
          </p>
        )}
      </div>
      {!readOnly && table.state !== 'waiting' && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={write.isPending}
          onClick={() => write.mutate()}
        >
          {t('parameterTable.write')}
        </Button>
      )}
    </section>
  );
}

function Details(props: TenantParameterTable & { readOnly: boolean }) {
  const { state, of, writtenAt, issue, retryAt, readOnly } = props;
  const { t, i18n } = useTranslation();
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  const last =
    writtenAt !== null
      ? t('parameterTable.last', { moment: moment(writtenAt) })
      : state === 'failed'
        ? t('parameterTable.never')
        : null;
  if (state !== 'failed') return last === null ? null : <p className={classes.hint}>{last}</p>;
  const remedy = of === 'everybody' ? 'ofOperator' : readOnly ? 'ofAdministrator' : 'own';
  return (
    <>
      <p className={classes.hint}>
        {last} {t('parameterTable.figures')}
      </p>
      {issue !== null && <IssueText message={issue} />}
      <p className={classes.hint}>
        {t(`parameterTable.remedies.${remedy}`)}{' '}
        {retryAt !== null && t('parameterTable.retry', { moment: moment(retryAt) })}
      </p>
    </>
  );
}

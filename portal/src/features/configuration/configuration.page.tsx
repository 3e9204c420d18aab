import { Button, TextInput } from '@mantine/core';
import type { ConfigurationType } from '@rise/contract';
import {
  EmptyState,
  ErrorState,
  formatInteger,
  Page,
  PageHeader,
  TableSkeleton,
  useFigure,
  useUiContext,
} from '@rise/ui';
import { IconPlus, IconSearch, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../routing/use-open.ts';
import { errorText } from '../../client/error-text.ts';
import { formatDay } from '../../dates/dates.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { AppLink } from '../../routing/link.tsx';
import { allows } from '../../session/permissions.ts';
import { useSession } from '../../session/session.ts';
import { ApprovalDrawer } from './approval-drawer.tsx';
import { proposalsQuery } from './approval.queries.ts';
import { typesQuery } from './configuration.queries.ts';
import { ShareBar } from './share-bar.tsx';
import { TypeDrawer } from './type-drawer.tsx';
import classes from './configuration.module.css';

/** All types of codes in the tenant's data, with what of them is unmapped. */
export default function ConfigurationPage() {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const navigate = useNavigate();
  const { q: search = '' } = useSearch({ strict: false }) as { q?: string };
  const types = useQuery(typesQuery);
  const session = useSession();
  const definesTypes = allows(session, { permission: 'model.manage' });
  const setsApproval = allows(session, { permission: 'tenant.administer' });
  const [isApproval, setApproval] = useState(false);
  const [isDefining, setDefining] = useOpen(false);
  const needle = search.trim().toLocaleLowerCase(i18n.language);
  const shown = (types.data?.types ?? []).filter(({ title, type }) =>
    `${localize(title)} ${type}`.toLocaleLowerCase(i18n.language).includes(needle),
  );
  const asOf = types.data?.asOf ?? null;
  return (
    <Page>
      <PageHeader
        title={t('configuration.title')}
        purpose={t('configuration.purpose')}
        {...(types.data ? { count: types.data.types.length } : {})}
        {...(asOf === null
          ? {}
          : { asOf: { label: t('configuration.asOf', { date: formatDay(asOf, i18n.language) }) } })}
        actions={
          <>
            {setsApproval && (
              <Button
                variant="default"
                leftSection={<IconUserCheck size={16} aria-hidden />}
                onClick={() => setApproval(true)}
              >
                {t('configuration.approval.title')}
              </Button>
            )}
            {definesTypes && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDefining(true)}>
                {t('configuration.types.new')}
              </Button>
            )}
          </>
        }
      />
      {isApproval && (
        <ApprovalDrawer
          types={(types.data?.types ?? []).filter(({ editable }) => editable)}
          onClose={() => setApproval(false)}
        />
      )}
      {isDefining && <TypeDrawer definition={null} onClose={() => setDefining(false)} />}
      {types.isError ? (
        <ErrorState {...errorText(types.error, t)} onRetry={() => void types.refetch()} />
      ) : types.isPending ? (
        <TableSkeleton rows={5} columns={5} />
      ) : types.data.types.length === 0 ? (
        <EmptyState title={t('configuration.noTypes.title')} text={t('configuration.noTypes.text')} art="list" />
      ) : (
        <>
          <div className={classes.tools}>
            <TextInput
              className={classes.search}
              type="search"
              aria-label={t('configuration.searchTypes')}
              placeholder={t('configuration.searchTypes')}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={search}
              onChange={(event) =>
                void navigate({
                  to: '/configuration',
                  search: { q: event.currentTarget.value || undefined } as never,
                  replace: true,
                })
              }
            />
          </div>
          {shown.length === 0 ? (
            <EmptyState title={t('configuration.noMatch')} art="list" />
          ) : (
            <TypesTable types={shown} />
          )}
        </>
      )}
    </Page>
  );
}

function TypesTable({ types }: { types: readonly ConfigurationType[] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.scroll}>
      <table className={`${classes.table} ${classes.names}`} aria-label={t('configuration.title')}>
        <thead>
          <tr>
            <th scope="col">{t('configuration.columns.type')}</th>
            <th scope="col" className={classes.figure}>
              {t('configuration.columns.unmapped')}
            </th>
            <th scope="col">{t('configuration.columns.rowShare')}</th>
            <th scope="col">{t('configuration.columns.amountShare')}</th>
            <th scope="col">{t('configuration.columns.changed')}</th>
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <TypeRow key={type.type} type={type} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TypeRow({ type }: { type: ConfigurationType }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const write = useFigure();
  const { locale } = useUiContext();
  const { weight, version } = type;
  const { data } = useQuery(proposalsQuery(null));
  const waiting = (data?.proposals ?? []).filter((proposal) => proposal.type === type.type).length;
  const amount = Number(type.amount ?? 0);
  return (
    <tr>
      <th scope="row">
        <AppLink href={`/configuration/${type.type}`} className={classes.typeLink}>
          {localize(type.title)}
        </AppLink>
        <span className={classes.detail}>
          {type.datasets.map(localize).join(', ')}
          {!type.editable && ` · ${t('configuration.inModel')}`}
        </span>
        {waiting > 0 && (
          <AppLink href={`/configuration/${type.type}?open=proposals`} className={classes.detail}>
            {t('configuration.proposals.waiting', { count: waiting })}
          </AppLink>
        )}
      </th>
      <td className={classes.figure}>
        <strong data-open={type.unmappedCodes > 0 || undefined} className={classes.count}>
          {formatInteger(type.unmappedCodes, locale)}
        </strong>
        <span className={classes.detail}>{t('configuration.ofCodes', { count: type.codes })}</span>
      </td>
      <td>
        <ShareBar share={type.rows === 0 ? 0 : type.unmappedRows / type.rows} />
        <span className={classes.detail}>{t('configuration.rows', { count: type.unmappedRows })}</span>
      </td>
      <td>
        {weight === null || amount === 0 ? (
          '–'
        ) : (
          <>
            <ShareBar share={Math.min(1, Math.abs(Number(type.unmappedAmount ?? 0) / amount))} />
            <span className={classes.detail}>
              {localize(weight.title)} {write(type.unmappedAmount ?? '0', weight.format, { compact: true })}
            </span>
          </>
        )}
      </td>
      <td>
        {version === null ? (
          <span className={classes.hint}>{type.editable ? t('configuration.never') : '–'}</span>
        ) : (
          <>
            {formatDay(version.createdAt, i18n.language)}
            <span className={classes.detail}>
              {version.author ?? t('configuration.byServer')} ·{' '}
              {t('configuration.version', { number: version.version })}
            </span>
          </>
        )}
      </td>
    </tr>
  );
}

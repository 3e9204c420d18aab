import { Button } from '@mantine/core';
import { DetailDrawer, DetailList, DetailSection, NameButton } from '@rise/ui';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatDay } from '../../dates/dates.ts';
import { formatMoment } from '../../dates/moments.ts';
import { firstEditable, useCreateReport } from '../../reports/use-create-report.ts';
import { AppLink } from '../../routing/link.tsx';
import { useSession } from '../../session/session.ts';
import { workspacesQuery } from '../../workspaces/workspaces.queries.ts';
import { writeFormula } from '../../figures/formula-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { dataStateQuery, usageQuery } from './catalog.queries.ts';
import { type CatalogRow, keyOf } from './catalog.rules.ts';
import { useMemberWords } from './member-words.ts';
import classes from './catalog.module.css';

export interface MemberDrawerProps {
  row: CatalogRow;
  /** Opens another member, by its key. */
  onOpen: (key: string) => void;
  onClose: () => void;
}

/** Everything about one measure or dimension. */
export default function MemberDrawer({ row, onOpen, onClose }: MemberDrawerProps) {
  const { t } = useTranslation();
  const { measure } = row;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={row.title}
      subtitle={measure ? t('catalog.about.measure') : t('catalog.about.dimension')}
    >
      <DetailSection title={t('catalog.about.definition')}>
        <p>{row.definition || t('catalog.about.noDescription')}</p>
        <Caveat row={row} />
      </DetailSection>
      {measure && (
        <DetailSection title={t('catalog.about.formula')}>
          <p className={classes.formula}>{writeFormula(measure.formula, t)}</p>
        </DetailSection>
      )}
      <Facts row={row} />
      <Currency />
      <UsedInReports row={row} />
      <BuildReport row={row} />
      {measure && (
        <>
          <Members title={t('catalog.about.computedFrom')} names={measure.computedFrom} row={row} onOpen={onOpen} />
          <Members title={t('catalog.about.usedBy')} names={measure.usedBy} row={row} onOpen={onOpen} />
        </>
      )}
    </DetailDrawer>
  );
}

function Caveat({ row: { measure } }: { row: CatalogRow }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  if (!measure?.caveat) return null;
  return (
    <p>
      <strong>{t('catalog.about.caveat')}</strong> {localize(measure.caveat)}
    </p>
  );
}

function Facts({ row: { dataset, measure, dimension } }: { row: CatalogRow }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { unitOf, typeOf, betterOf } = useMemberWords();
  const own = measure
    ? [
        { name: t('catalog.about.unit'), value: unitOf(measure) },
        { name: t('catalog.about.better'), value: betterOf(measure) },
        { name: t('catalog.about.owner'), value: measure.owner ?? dataset.owner ?? '–' },
        { name: t('catalog.about.source'), value: measure.source ?? '–' },
      ]
    : [
        { name: t('catalog.about.type'), value: typeOf(dimension!) },
        { name: t('catalog.about.owner'), value: dataset.owner ?? '–' },
        ...(dimension!.mapping === null ? [] : [{ name: t('catalog.about.mapping'), value: dimension!.mapping }]),
      ];
  return (
    <DetailSection title={t('catalog.about.facts')}>
      <DetailList
        items={[
          { name: t('catalog.about.name'), value: (measure ?? dimension)!.name },
          { name: t('catalog.about.dataset'), value: localize(dataset.title) },
          ...(dataset.table === null
            ? []
            : [{ name: t('catalog.about.table'), value: <TableName table={dataset.table} /> }]),
          ...own,
        ]}
      />
    </DetailSection>
  );
}

/** Leads to where the rows come from, and what else is computed from them. */
function TableName({ table }: { table: string }) {
  const { permissions } = useSession();
  if (!permissions.includes('data.view')) return table;
  return <AppLink href={`/warehouse-data-view?table=${encodeURIComponent(table)}`}>{table}</AppLink>;
}

/** How current the figures are. */
function Currency() {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(dataStateQuery);
  if (!data || data.dataVersion === null) return null;
  const { asOf, dataVersion, loadedAt } = data;
  return (
    <DetailSection title={t('catalog.about.data')}>
      <DetailList
        items={[
          ...(asOf === null ? [] : [{ name: t('catalog.about.asOf'), value: formatDay(asOf, i18n.language) }]),
          ...(loadedAt === null
            ? []
            : [{ name: t('catalog.about.loaded'), value: formatMoment(loadedAt, i18n.language) }]),
          { name: t('catalog.about.dataVersion'), value: String(dataVersion) },
        ]}
      />
    </DetailSection>
  );
}

function UsedInReports({ row: { dataset, measure, dimension } }: { row: CatalogRow }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { data } = useQuery(usageQuery(dataset.name, (measure ?? dimension)!.name));
  if (!data) return null;
  return (
    <DetailSection title={t('catalog.about.reports')}>
      {data.reports.length === 0 ? (
        <p>{t('catalog.about.noReports')}</p>
      ) : (
        <ul className={classes.members}>
          {data.reports.map(({ id, title }) => (
            <li key={id}>
              <AppLink href={`/reports/${id}`}>{localize(title)}</AppLink>
            </li>
          ))}
        </ul>
      )}
    </DetailSection>
  );
}

/** Begins a report with the measure or dimension; nothing where the reader may put reports nowhere. */
function BuildReport({ row: { dataset, measure, dimension } }: { row: CatalogRow }) {
  const { t } = useTranslation();
  const { data } = useQuery(workspacesQuery);
  const create = useCreateReport();
  const workspace = firstEditable(data?.workspaces ?? []);
  if (!workspace) return null;
  const start = { dataset: dataset.name, fields: [(measure ?? dimension)!.name] };
  return (
    <div className={classes.build}>
      {create.error && <p role="alert">{errorText(create.error, t).message}</p>}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        loading={create.isPending}
        onClick={() => create.mutate({ workspace: workspace.id, start })}
      >
        {t('catalog.about.build')}
      </Button>
    </div>
  );
}

/** Other measures of the dataset, each of which opens in its place. */
function Members(props: { title: string; names: readonly string[]; row: CatalogRow; onOpen: (key: string) => void }) {
  const { title, names, row, onOpen } = props;
  const localize = useLocalize();
  if (names.length === 0) return null;
  return (
    <DetailSection title={title}>
      <ul className={classes.members}>
        {row.dataset.measures
          .filter(({ name }) => names.includes(name))
          .map((measure) => (
            <li key={measure.name}>
              <NameButton onClick={() => onOpen(keyOf(row.dataset, measure))}>{localize(measure.title)}</NameButton>
            </li>
          ))}
      </ul>
    </DetailSection>
  );
}

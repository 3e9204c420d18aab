import type { ColumnUse } from '@rise/contract';
import { DetailSection } from '@rise/ui';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import classes from './column-drawer.module.css';

/** The measures, dimensions, joins and reports that read a column. */
export function ColumnUses({ uses }: { uses: readonly ColumnUse[] }) {
  const { t } = useTranslation();
  const kinds = {
    measure: t('dataView.uses.measure'),
    dimension: t('dataView.uses.dimension'),
    join: t('dataView.uses.join'),
    'as-of': t('dataView.uses.asOf'),
  };
  return (
    <DetailSection title={t('dataView.uses.title')}>
      {uses.length === 0 ? (
        <p>{t('dataView.uses.none')}</p>
      ) : (
        <ul className={classes.uses}>
          {uses.map((use) => (
            <li key={JSON.stringify([use.dataset, use.kind, use.name])}>
              <Use use={use} kind={kinds[use.kind]} />
            </li>
          ))}
        </ul>
      )}
    </DetailSection>
  );
}

function Use({ use, kind }: { use: ColumnUse; kind: string }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { dataset, datasetTitle, name, title, mapping, reports } = use;
  const isMember = use.kind === 'measure' || use.kind === 'dimension';
  const member = { about: `${dataset}.${name}`, ...(use.kind === 'dimension' && { show: 'dimensions' }) };
  return (
    <>
      {isMember ? (
        <Link to="/model" search={member as never}>
          {localize(title)}
        </Link>
      ) : (
        localize(title)
      )}
      <p>
        {[
          kind,
          localize(datasetTitle),
          ...(mapping === null ? [] : [t('dataView.uses.mapping', { name: mapping })]),
        ].join(' · ')}
      </p>
      {reports.length > 0 && (
        <p>
          {t('dataView.uses.reports')}{' '}
          {reports.map(({ id, title: report }, place) => (
            <span key={id}>
              {place > 0 && ', '}
              <Link to="/reports/$reportId" params={{ reportId: id } as never}>
                {localize(report)}
              </Link>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

import type { LocalizedText, TenantParameter, TenantParameterUsage } from '@rise/contract';
import { DetailDrawer, DetailSection } from '@rise/ui';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import classes from './parameters.module.css';

export interface UsageDrawerProps {
  parameter: TenantParameter;
  usage: TenantParameterUsage;
  onClose: () => void;
}

type Member = TenantParameterUsage['measures'][number];

/** Everything that a parameter is used in. */
export default function UsageDrawer({ parameter, usage, onClose }: UsageDrawerProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { measures, dimensions, rules, reports } = usage;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={localize(parameter.title)}
      subtitle={t('parameters.usedAs', { name: parameter.name })}
    >
      <Members title={t('parameterValues.about.measures')} members={measures} />
      <Members title={t('parameterValues.about.dimensions')} members={dimensions} />
      {rules.length > 0 && (
        <DetailSection title={t('parameterValues.about.rules')}>
          <ul className={classes.names}>
            {rules.map(({ dataset, name, title }) => (
              <li key={`${dataset}.${name}`}>
                {localize(title)} <span className={classes.dataset}>{dataset}</span>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      {reports.length > 0 && (
        <DetailSection title={t('parameterValues.about.reports')}>
          <ul className={classes.names}>
            {reports.map(({ id, title }: { id: string; title: LocalizedText }) => (
              <li key={id}>
                <Link to={`/reports/${id}`}>{localize(title)}</Link>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
    </DetailDrawer>
  );
}

function Members({ title, members }: { title: string; members: readonly Member[] }) {
  const localize = useLocalize();
  if (members.length === 0) return null;
  return (
    <DetailSection title={title}>
      <ul className={classes.names}>
        {members.map((member) => (
          <li key={`${member.dataset}.${member.name}`}>
            <Link to="/model" search={{ about: `${member.dataset}.${member.name}` } as never}>
              {localize(member.title)}
            </Link>{' '}
            <span className={classes.dataset}>{member.dataset}</span>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

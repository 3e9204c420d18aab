import type { Insight, InsightDrivers } from '@rise/contract';
import { useFigure } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import classes from './insights.module.css';

interface DriversProps {
  drivers: InsightDrivers;
  measure: Insight['measure'];
}

/** What a change is due to: the members that moved it most, with all others as one. */
export function Drivers({ drivers, measure }: DriversProps) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const figure = useFigure();
  const { dimension, unit, members, rest } = drivers;
  const points = (value: number | null) =>
    value === null
      ? '–'
      : new Intl.NumberFormat(i18n.language, {
          signDisplay: 'exceptZero',
          minimumFractionDigits: 2,
          maximumFractionDigits: 2,
        }).format(value * 100);
  const value = (of: number | null) => (of === null || !measure ? '–' : figure(of, measure.format));
  const isSplit = members.some(({ rate }) => rate !== null);
  return (
    <details className={classes.drivers}>
      <summary>{t('insights.drivers.title', { dimension: localize(dimension) })}</summary>
      <div
        className={classes.scroll}
        role="region"
        tabIndex={0}
        aria-label={t('insights.drivers.title', { dimension: localize(dimension) })}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{localize(dimension)}</th>
              <th scope="col">{t('insights.drivers.before')}</th>
              <th scope="col">{t('insights.drivers.value')}</th>
              <th scope="col">{t('insights.drivers.contribution')}</th>
              {isSplit && <th scope="col">{t('insights.drivers.rate')}</th>}
              {isSplit && <th scope="col">{t('insights.drivers.mix')}</th>}
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <tr key={member.label.en}>
                <th scope="row">{localize(member.label)}</th>
                <td>{value(member.before)}</td>
                <td>{value(member.value)}</td>
                <td>{points(member.contribution)}</td>
                {isSplit && <td>{points(member.rate)}</td>}
                {isSplit && <td>{points(member.mix)}</td>}
              </tr>
            ))}
            {Math.abs(rest) > 1e-9 && (
              <tr>
                <th scope="row">{t('insights.drivers.rest')}</th>
                <td>–</td>
                <td>–</td>
                <td>{points(rest)}</td>
                {isSplit && <td>–</td>}
                {isSplit && <td>–</td>}
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <p className={classes.quiet}>
        {t(unit === 'points' || isSplit ? 'insights.drivers.pointsHelp' : 'insights.drivers.help')}
      </p>
    </details>
  );
}

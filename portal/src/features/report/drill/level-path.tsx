import { tilesOf } from '@rise/contract/report-pages';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { useOpenReport } from '../report-context.ts';
import { memberLabel, openedRequests } from './opened-names.ts';
import classes from './drill.module.css';

/** The members that are open in a tile; each leads back to its level, and the first to all. Nothing where none is. */
export function LevelPath({ id, dataset }: { id: string; dataset: string | undefined }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { report, choices, choose } = useOpenReport();
  const opened = choices.opened?.[id] ?? [];
  const tile = tilesOf(report.document).find((one) => one.id === id);
  const requests = tile ? openedRequests(report, tile, opened) : [];
  if (requests.length === 0) return null;
  const words = { t, language: i18n.language, localize };
  const show = (count: number) => {
    const { [id]: _closed, ...others } = choices.opened ?? {};
    const next = count === 0 ? others : { ...others, [id]: opened.slice(0, count) };
    choose({ opened: Object.keys(next).length > 0 ? next : undefined });
  };
  return (
    <nav aria-label={t('report.drill.path')}>
      <ol className={classes.path}>
        <li>
          <button type="button" className={classes.step} onClick={() => show(0)}>
            {t('report.drill.all')}
          </button>
        </li>
        {requests.map((request, place) => {
          const { value, to } = opened[place]!;
          const label = memberLabel(report, { request, value, dataset }, words);
          const isLast = place === requests.length - 1;
          return (
            <li key={to}>
              <IconChevronRight size={12} aria-hidden />
              {isLast ? (
                <span className={classes.here} aria-current="location">
                  {label}
                </span>
              ) : (
                <button type="button" className={classes.step} onClick={() => show(place + 1)}>
                  {label}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

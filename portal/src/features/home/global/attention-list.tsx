import type { GlobalHome } from '@rise/contract';
import { ATTENTION_LEVELS, type AttentionLevel } from '@rise/contract/attention-words';
import { IconAlertTriangle, IconChevronRight, IconCircleCheck, IconClock, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../dates/moments.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { AppLink } from '../../../routing/link.tsx';
import { lineWords, placeOf } from './attention-words.ts';
import home from '../home.module.css';
import classes from './global-home.module.css';

const ICONS = { now: IconAlertTriangle, soon: IconClock, note: IconInfoCircle } as const;

/** What needs attention, what affects people first; says so where nothing does. */
export function AttentionList({ found }: { found: GlobalHome }) {
  const { t, i18n } = useTranslation();
  const isClear = found.attention.every(({ level }) => level === 'note');
  return (
    <>
      {isClear && (
        <section className={classes.clear} aria-labelledby="global-home-clear">
          <IconCircleCheck size={28} stroke={1.6} aria-hidden className={classes.clearIcon} />
          <div className={home.words}>
            <h2 id="global-home-clear" className={home.name}>
              {t('globalHome.clear.title')}
            </h2>
            <p className={home.detail}>{t('globalHome.clear.text', { time: formatTime(found.at, i18n.language) })}</p>
          </div>
        </section>
      )}
      {ATTENTION_LEVELS.map((level) => (
        <Level key={level} level={level} found={found} />
      ))}
    </>
  );
}

function Level({ level, found }: { level: AttentionLevel; found: GlobalHome }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const place = { t, language: i18n.language, now: new Date(found.at), localize };
  const lines = found.attention.filter((line) => line.level === level);
  const more = found.more.filter((one) => one.level === level);
  if (lines.length === 0) return null;
  const Icon = ICONS[level];
  return (
    <section aria-labelledby={`global-home-${level}`}>
      <h2 id={`global-home-${level}`} className={home.heading}>
        {t(`globalHome.levels.${level}`)}
      </h2>
      <ul className={home.list}>
        {lines.map((line) => {
          const { title, advice, href } = lineWords(line, place);
          return (
            <li key={`${href} ${title}`}>
              <AppLink href={href} className={classes.line}>
                <Icon size={18} stroke={1.7} aria-hidden className={classes.icon} data-level={level} />
                <span className={home.words}>
                  <span className={home.name}>{title}</span>
                  <span className={home.detail}>{advice}</span>
                </span>
                <IconChevronRight size={18} aria-hidden className={home.arrow} />
              </AppLink>
            </li>
          );
        })}
        {more.map(({ kind, count }) => (
          <li key={`more ${kind}`}>
            <AppLink href={placeOf(kind)} className={classes.line}>
              <span className={home.detail}>{t(`globalHome.more.${kind}`, { count })}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

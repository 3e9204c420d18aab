import { Button, Menu } from '@mantine/core';
import type { Insight, InsightChange } from '@rise/contract';
import { DropdownMenu, StatusPill } from '@rise/ui';
import { IconBell, IconBellOff, IconClockPause, IconDotsVertical, IconEye, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../client/use-report-error.ts';
import { formatDay } from '../../dates/dates.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { useSession } from '../../session/session.ts';
import { DismissDialog } from './dismiss-dialog.tsx';
import { Drivers } from './drivers-table.tsx';
import { useChange } from './insights.queries.ts';
import { PlaceDialog, type PlaceFor } from './place-dialog.tsx';
import { tileOfFinding } from './report-of-finding.rules.ts';
import classes from './insights.module.css';

const InsightChart = lazy(() => import('./insight-chart.tsx'));
const QueryDrawer = lazy(() => import('../../figures/query-drawer.tsx'));

/** One finding: what was found in words and as a chart, what it is due to, and what can be done about it. */
export function InsightCard({ finding }: { finding: Insight }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { kind, tone, sentence, details, p, state, isFound, chart, drivers } = finding;
  const date = (moment: string) => formatDay(moment, i18n.language);
  return (
    <article className={classes.card} aria-labelledby={`finding-${finding.key}`}>
      <div className={classes.words}>
        <p className={classes.marks}>
          <StatusPill tone={tone}>{t(`insights.kinds.${kind}`)}</StatusPill>
          {tone !== 'neutral' && <span className={classes.tone}>{t(`insights.tones.${tone}`)}</span>}
        </p>
        <h2 id={`finding-${finding.key}`} className={classes.sentence}>
          {localize(sentence)}
        </h2>
        {details.map((detail) => (
          <p key={detail.en}>{localize(detail)}</p>
        ))}
        {p !== null && <p className={classes.quiet}>{oddsText(p, t, i18n.language)}</p>}
        {!isFound && <p className={classes.quiet}>{t('insights.gone')}</p>}
        {state.followed && (
          <p className={classes.quiet}>
            {t('insights.followedSince', {
              date: date(state.followed.since),
              sentence: localize(state.followed.sentence),
            })}
          </p>
        )}
        {state.until !== null && (
          <p className={classes.quiet}>{t('insights.snoozedUntil', { date: date(state.until) })}</p>
        )}
        {state.reason !== null && <p className={classes.quiet}>{t('insights.dismissed', { reason: state.reason })}</p>}
        <Actions finding={finding} />
      </div>
      {chart && (
        <div className={classes.chart}>
          <Suspense fallback={<div className={classes.drawing} />}>
            <InsightChart finding={finding} chart={chart} />
          </Suspense>
        </div>
      )}
      {drivers && <Drivers drivers={drivers} measure={finding.measure} />}
    </article>
  );
}

/** How seldom chance alone would do it. */
function oddsText(p: number, t: TFunction, language: string): string {
  if (p < 1e-6) return t('insights.odds.tiny');
  const times = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 }).format(1 / p);
  return t('insights.odds.one', { times });
}

const DAYS = { week: 7, month: 30, quarter: 91 } as const;

function Actions({ finding }: { finding: Insight }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { permissions } = useSession();
  const { mutate, isPending } = useChange(finding.key);
  const onError = useReportError();
  const [isDismissing, setDismissing] = useState(false);
  const [place, setPlace] = useState<PlaceFor | null>(null);
  const [isQuery, setQuery] = useState(false);
  const more = useFocusAfter<HTMLButtonElement>(place !== null || isQuery);
  const { state } = finding;
  const isFollowed = state.followed !== null;
  const name = (action: string) => `${action}: ${localize(finding.sentence)}`;
  const mayBuild = permissions.includes('report.write') && tileOfFinding(finding, 'x') !== null;
  const change = (body: InsightChange) => mutate(body, { onError });
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        leftSection={isFollowed ? <IconBellOff size={14} aria-hidden /> : <IconBell size={14} aria-hidden />}
        aria-label={name(t(isFollowed ? 'insights.actions.unfollow' : 'insights.actions.follow'))}
        onClick={() => change({ action: isFollowed ? 'unfollow' : 'follow' })}
      >
        {t(isFollowed ? 'insights.actions.unfollow' : 'insights.actions.follow')}
      </Button>
      <Hiding state={state} name={name} onChange={change} onDismiss={() => setDismissing(true)} />
      <DropdownMenu>
        <Menu.Target>
          <Button ref={more} variant="default" size="xs" aria-label={name(t('insights.actions.more'))}>
            <IconDotsVertical size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayBuild &&
            (['report', 'add', 'alert'] as const).map((what) => (
              <Menu.Item key={what} onClick={() => setPlace(what)}>
                {t(`insights.actions.${what}`)}
              </Menu.Item>
            ))}
          <Menu.Item onClick={() => setQuery(true)}>{t('insights.actions.query')}</Menu.Item>
        </Menu.Dropdown>
      </DropdownMenu>
      <DismissDialog
        opened={isDismissing}
        onClose={() => setDismissing(false)}
        onDismiss={(reason) => {
          setDismissing(false);
          change({ action: 'dismiss', reason });
        }}
      />
      {place !== null && <PlaceDialog finding={finding} of={place} onClose={() => setPlace(null)} />}
      {isQuery && (
        <Suspense>
          <QueryDrawer query={finding.query} subtitle={localize(finding.sentence)} onClose={() => setQuery(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** For what opened a dialog from a menu: gets the focus once that is closed, which the menu’s entry no longer can. */
function useFocusAfter<T extends HTMLElement>(isOpen: boolean) {
  const element = useRef<T>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) element.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return element;
}

interface HidingProps {
  state: Insight['state'];
  /** What an action is called beside those of other findings. */
  name: (action: string) => string;
  onChange: (change: InsightChange) => void;
  onDismiss: () => void;
}

/** Hides a finding for a time or for good, or shows it again. */
function Hiding({ state, name, onChange, onDismiss }: HidingProps) {
  const { t } = useTranslation();
  return state.status === 'open' ? (
    <>
      <DropdownMenu>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconClockPause size={14} aria-hidden />}
            aria-label={name(t('insights.actions.snooze'))}
          >
            {t('insights.actions.snooze')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['week', 'month', 'quarter'] as const).map((time) => (
            <Menu.Item key={time} onClick={() => onChange({ action: 'snooze', days: DAYS[time] })}>
              {t(`insights.actions.${time}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </DropdownMenu>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconX size={14} aria-hidden />}
        aria-label={name(t('insights.actions.dismiss'))}
        onClick={onDismiss}
      >
        {t('insights.actions.dismiss')}
      </Button>
    </>
  ) : (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconEye size={14} aria-hidden />}
      aria-label={name(t('insights.actions.reopen'))}
      onClick={() => onChange({ action: 'reopen' })}
    >
      {t('insights.actions.reopen')}
    </Button>
  );
}

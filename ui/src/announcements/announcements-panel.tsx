import { Tabs } from '@mantine/core';
import { IconAlertTriangle, IconBell, IconChecks, IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { formatInteger } from '../figures/format-figure.ts';
import { ListSkeleton } from '../states/skeletons.tsx';
import { ErrorState } from '../states/states.tsx';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fill, fillCount } from '../texts/ui-texts.ts';
import { AnnouncementLink } from './announcement-link.tsx';
import {
  type AlertItem,
  ALERTS,
  type AnnouncementItem,
  type TextAlert,
  ANNOUNCEMENTS,
  defaultTab,
  unreadCount,
} from './announcement.ts';
import { ClampedText } from './clamped-text.tsx';
import { RichContent } from './rich-content.tsx';
import { PanelEmpty, PanelList, PopoverPanel } from '../popover/popover-panel.tsx';
import { ReadToggle } from '../popover/read-toggle.tsx';
import { RelativeTime } from '../time/relative-time.tsx';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';
import classes from './announcements.module.css';

export interface AnnouncementsPanelProps {
  alerts: readonly AlertItem[];
  /** Alerts of other kinds, which precede those about codes. */
  textAlerts?: readonly TextAlert[];
  announcements: readonly AnnouncementItem[];
  /** Whether the reader may open the configuration an alert is about; otherwise alerts have no link. */
  configurable: boolean;
  onRead: (id: string, read: boolean) => void;
  onReadAll: () => void;
  status?: 'loading' | 'ready' | 'error';
  onRetry?: () => void;
}

/** “Go to loan type configuration”; in a language where the type comes first, it begins the sentence. */
function linkText(template: string, { alone, within }: { alone: string; within: string }): string {
  const text = fill(template, { type: within });
  return text.startsWith(within) ? alone + text.slice(within.length) : text;
}

function Alert({ alert, configurable, onFollow }: { alert: AlertItem; configurable: boolean; onFollow: () => void }) {
  const { Link, locale } = useUiContext();
  const panelTexts = usePanelTexts();
  const { configuratorType, unmappedCount, label } = alert;
  return (
    <li className={classes['item']}>
      <IconAlertTriangle size={18} stroke={1.7} className={classes['sign']} aria-hidden />
      <div className={classes['words']}>
        <p className={classes['alert']}>
          {fillCount(panelTexts, 'alert', unmappedCount, locale, { type: label.alone })}
        </p>
        {configurable && (
          <Link
            href={`/configuration/${encodeURIComponent(configuratorType)}`}
            className={classes['link']}
            onClick={onFollow}
          >
            {linkText(panelTexts.alertLink, label)}
          </Link>
        )}
      </div>
    </li>
  );
}

function OtherAlert({ alert: { text, link }, onFollow }: { alert: TextAlert; onFollow: () => void }) {
  const { Link } = useUiContext();
  return (
    <li className={classes['item']}>
      <IconAlertTriangle size={18} stroke={1.7} className={classes['sign']} aria-hidden />
      <div className={classes['words']}>
        <p className={classes['alert']}>{text}</p>
        <Link href={link.href} className={classes['link']} onClick={onFollow}>
          {link.text}
        </Link>
      </div>
    </li>
  );
}

function Announcement({
  announcement,
  onRead,
  onFollow,
}: {
  announcement: AnnouncementItem;
  onRead: (read: boolean) => void;
  onFollow: () => void;
}) {
  const { title, content, startDate, read, link } = announcement;
  return (
    <li className={classes['item']} data-unread={!read || undefined}>
      <div className={classes['words']}>
        <p className={classes['title']}>{title}</p>
        {content && (
          <ClampedText key={JSON.stringify(content)}>
            <RichContent content={content} />
          </ClampedText>
        )}
        {link !== undefined && link !== null && (
          <AnnouncementLink link={link} className={classes['link']} onClick={onFollow} />
        )}
        <p className={classes['time']}>
          <RelativeTime iso={startDate} />
        </p>
      </div>
      <ReadToggle read={read} title={title} onRead={onRead} />
    </li>
  );
}

const NONE: readonly TextAlert[] = [];

function Lists({
  alerts,
  textAlerts = NONE,
  announcements,
  configurable,
  onRead,
  status = 'ready',
  onRetry,
  tab,
  close,
}: AnnouncementsPanelProps & { tab: 0 | 1; close: () => void }) {
  const panelTexts = usePanelTexts();
  if (status === 'error') return <ErrorState {...(onRetry && { onRetry })} />;
  if (status === 'loading') return <ListSkeleton rows={3} />;
  if (tab === ALERTS)
    return alerts.length + textAlerts.length === 0 ? (
      <PanelEmpty icon={IconAlertTriangle} title={panelTexts.noAlertsTitle} text={panelTexts.noAlertsText} />
    ) : (
      <ul className={classes['list']}>
        {textAlerts.map((alert) => (
          <OtherAlert key={alert.id} alert={alert} onFollow={close} />
        ))}
        {alerts.map((alert) => (
          <Alert key={alert.configuratorType} alert={alert} configurable={configurable} onFollow={close} />
        ))}
      </ul>
    );
  return announcements.length === 0 ? (
    <PanelEmpty icon={IconSpeakerphone} title={panelTexts.noAnnouncementsTitle} text={panelTexts.noAnnouncementsText} />
  ) : (
    <ul className={classes['list']}>
      {announcements.map((announcement) => (
        <Announcement
          key={announcement.id}
          announcement={announcement}
          onRead={(read) => onRead(announcement.id, read)}
          onFollow={close}
        />
      ))}
    </ul>
  );
}

/** The bell: announcements to the person, and alerts about the data. */
export function AnnouncementsPanel(props: AnnouncementsPanelProps) {
  const { announcements, onReadAll, status = 'ready' } = props;
  const alerts = [...(props.textAlerts ?? []), ...props.alerts];
  const { locale, texts } = useUiContext();
  const panelTexts = usePanelTexts();
  const count = unreadCount(announcements, alerts);
  const [tab, setTab] = useState<0 | 1 | null>(null);
  const shown = tab ?? defaultTab(alerts);
  return (
    <PopoverPanel
      label={
        count === 0
          ? panelTexts.announcementsTitle
          : fill(panelTexts.announcementsAndAlerts, { count: formatInteger(count, locale) })
      }
      icon={IconBell}
      count={count}
      title={panelTexts.announcementsTitle}
      // Fixed while open: new items do not switch the tab.
      onOpen={() => setTab(status === 'ready' ? defaultTab(alerts) : null)}
      actions={
        <ToolbarButton
          label={panelTexts.markAllAsRead}
          icon={IconChecks}
          disabled={announcements.every(({ read }) => read)}
          onClick={onReadAll}
        />
      }
    >
      {(close) => (
        <Tabs
          value={String(shown)}
          onChange={(value) => setTab(value === String(ALERTS) ? ALERTS : ANNOUNCEMENTS)}
          classNames={{ root: classes['tabs'], list: classes['tab-list'], tab: classes['tab'] }}
        >
          <Tabs.List grow>
            <Tabs.Tab value={String(ALERTS)}>
              {panelTexts.alerts}
              {alerts.length > 0 && <span className={classes['count']}>{formatInteger(alerts.length, locale)}</span>}
            </Tabs.Tab>
            <Tabs.Tab value={String(ANNOUNCEMENTS)}>
              {texts.announcements}
              {count > alerts.length && (
                <span className={classes['count']}>{formatInteger(count - alerts.length, locale)}</span>
              )}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={String(shown)} className={classes['tab-panel']}>
            <PanelList>
              <Lists {...props} tab={shown} close={close} />
            </PanelList>
          </Tabs.Panel>
        </Tabs>
      )}
    </PopoverPanel>
  );
}

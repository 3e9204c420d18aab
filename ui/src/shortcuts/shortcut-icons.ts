import { useMemo } from 'react';
import { contentIcons } from '../icons/content-icons.ts';
import { type PanelTexts, usePanelTexts } from '../texts/panel-texts.ts';
import type { ShortcutIcons } from './shortcut.ts';

/** Localized name of each icon. */
const NAMES = {
  alert: 'iconAlert',
  assistant: 'iconAssistant',
  bank: 'iconBank',
  bell: 'iconBell',
  bookmark: 'iconBookmark',
  calendar: 'iconCalendar',
  chart: 'iconChart',
  chat: 'iconChat',
  check: 'iconCheck',
  clock: 'iconClock',
  coins: 'iconCoins',
  contact: 'iconContact',
  'credit-card': 'iconCreditCard',
  database: 'iconDatabase',
  document: 'iconDocument',
  download: 'iconDownload',
  folder: 'iconFolder',
  globe: 'iconGlobe',
  help: 'iconHelp',
  home: 'iconHome',
  info: 'iconInfo',
  link: 'iconLink',
  lock: 'iconLock',
  mail: 'iconMail',
  megaphone: 'iconMegaphone',
  note: 'iconNote',
  report: 'iconReport',
  search: 'iconSearch',
  settings: 'iconSettings',
  shield: 'iconShield',
  star: 'iconStar',
  table: 'iconTable',
  tag: 'iconTag',
  task: 'iconTask',
  upload: 'iconUpload',
  user: 'iconUser',
  users: 'iconUsers',
  workspace: 'iconWorkspace',
} as const satisfies Record<keyof typeof contentIcons, keyof PanelTexts>;

/** The icons a shortcut can have. */
export function useShortcutIcons(): ShortcutIcons {
  const panelTexts = usePanelTexts();
  return useMemo(
    () =>
      Object.fromEntries(
        Object.entries(NAMES).map(([name, text]) => [
          name,
          { picture: contentIcons[name as keyof typeof NAMES], name: panelTexts[text] },
        ]),
      ),
    [panelTexts],
  );
}

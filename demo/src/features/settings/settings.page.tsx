import { useMediaQuery } from '@mantine/hooks';
import { Page, PageHeader } from '@rise/ui';
import { IconArrowLeft } from '@tabler/icons-react';
import { useRedirect, useRecordAddress } from '../../components/use-record.ts';
import { AppLink } from '../../routing/link.tsx';
import { usePageTitle } from '@rise/shell/routing';
import { PANELS, type SettingsPanel } from './panels.ts';
import { useSettingsTexts } from './settings.texts.ts';
import classes from './settings.module.css';

const HOME = '/pages/settings';
const WIDE = '(width >= 1280px)';

/** Five panels: next to their list on wide screens, else below it. */
export default function SettingsPage() {
  const t = useSettingsTexts();
  const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) ?? false;
  const { id } = useRecordAddress(HOME, 'panel');
  const open = PANELS.find((panel) => panel.id === id);
  useRedirect(open ? null : id !== undefined ? HOME : wide ? `${HOME}/${PANELS[0]!.id}` : null);
  usePageTitle(open && t(open.title));
  return (
    <Page>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <div className={classes['both']}>
        {(wide || !open) && <PanelList open={open} />}
        {open && (
          <div className={classes['panel']}>
            {!wide && (
              <AppLink href={HOME} className={classes['back']}>
                <IconArrowLeft size={16} aria-hidden />
                {t('back')}
              </AppLink>
            )}
            <section key={open.id} aria-labelledby="settings-panel">
              <h2 id="settings-panel" className={classes['heading']}>
                {t(open.title)}
              </h2>
              <p className={classes['about']}>{t(open.about)}</p>
              <open.Panel />
            </section>
          </div>
        )}
      </div>
    </Page>
  );
}

function PanelList({ open }: { open: SettingsPanel | undefined }) {
  const t = useSettingsTexts();
  return (
    <nav aria-label={t('panels')} className={classes['nav']}>
      <ul className={classes['list']}>
        {PANELS.map((panel) => (
          <li key={panel.id}>
            <AppLink
              still
              href={`${HOME}/${panel.id}`}
              className={classes['item']}
              aria-current={panel === open ? 'page' : undefined}
            >
              <panel.icon size={22} stroke={1.7} aria-hidden className={classes['icon']} />
              <span className={classes['words']}>
                <span className={classes['name']}>{t(panel.title)}</span>
                <span className={classes['hint']}>{t(panel.about)}</span>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

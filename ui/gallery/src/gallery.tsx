import { IconLogout, IconSettings } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useState } from 'react';
import {
  isLayoutName,
  Layout,
  NotFoundPage,
  type PersonStatus,
  FailurePage,
  ForbiddenPage,
  RiseProvider,
  THEME_NAMES,
  useAppearance,
  UserMenu,
} from '../../src/index.ts';
import { SettingsDrawer } from '../../src/settings/index.ts';
import { ChartsPage } from './charts-page.tsx';
import { Components } from './components.tsx';
import { useGalleryChat } from './gallery-chat.tsx';
import { GallerySearch } from './gallery-search.tsx';
import { longTexts } from './long-texts.ts';
import { MENUS } from './menus.ts';
import { AnnouncementBanner } from '../../src/panels.ts';
import { GalleryTools, NEWS, PanelsPage } from './panels-page.tsx';
import { QueryChartsPage } from './query-charts-page.tsx';
import { Scorecard } from './scorecard.tsx';

const go = (href: string) => {
  history.pushState(null, '', href);
  dispatchEvent(new PopStateEvent('popstate'));
};

function GalleryLink({ href, children, onClick, ...attributes }: ComponentProps<'a'> & { href: string }) {
  return (
    <a
      {...attributes}
      href={href}
      onClick={(event) => {
        event.preventDefault();
        onClick?.(event);
        go(href);
      }}
    >
      {children}
    </a>
  );
}

const PERSON = { firstName: 'Ada', lastName: 'Novak', email: 'analyst@alder.example' };

function Screen({ pathname }: { pathname: string }) {
  switch (pathname) {
    case '/components':
      return <Components />;
    case '/charts':
      return <ChartsPage />;
    case '/query-charts':
      return <QueryChartsPage />;
    case '/panels':
      return <PanelsPage />;
    case '/not-found':
      return <NotFoundPage />;
    case '/forbidden':
      return <ForbiddenPage />;
    case '/failure':
      return <FailurePage requestId="01JD4B0C9G" onRetry={() => go('/components')} />;
    default:
      return <Scorecard />;
  }
}

function Display({ layout, onLayout }: { layout: string; onLayout: (layout: string) => void }) {
  const { scheme, theme, themes, setScheme, setTheme } = useAppearance();
  return (
    <SettingsDrawer
      scheme={scheme}
      theme={theme}
      themes={themes}
      layout={isLayoutName(layout) ? layout : 'classic'}
      onChange={(change) => {
        if (change.scheme !== undefined) setScheme(change.scheme);
        if (change.theme !== undefined) setTheme(change.theme);
        if (change.layout !== undefined) onLayout(change.layout);
      }}
    />
  );
}

export function Gallery() {
  const [pathname, setPathname] = useState(location.pathname);
  const [locale, setLocale] = useState(new URLSearchParams(location.search).get('locale') ?? 'en');
  const [layout, setLayout] = useState(new URLSearchParams(location.search).get('layout') ?? 'classic');
  const preview = new URLSearchParams(location.search).has('preview');
  const [banner, setBanner] = useState(preview || new URLSearchParams(location.search).has('banner'));
  const chat = useGalleryChat();
  const [status, setStatus] = useState<PersonStatus>('online');
  const [tenant, setTenant] = useState('alder');
  useEffect(() => {
    const moved = () => setPathname(location.pathname);
    addEventListener('popstate', moved);
    return () => removeEventListener('popstate', moved);
  }, []);
  return (
    <RiseProvider
      appearance={{ scheme: 'light', theme: 'default', themes: THEME_NAMES }}
      locale={locale}
      currency="USD"
      link={GalleryLink}
      {...(new URLSearchParams(location.search).has('long') && { texts: longTexts })}
    >
      <Layout
        name={layout}
        navigation={MENUS}
        pathname={pathname}
        home="/scorecard"
        banner={
          banner && <AnnouncementBanner announcement={NEWS[0]!} preview={preview} onClose={() => setBanner(false)} />
        }
        toolbarEnd={
          <>
            <GallerySearch />
            <GalleryTools />
            {chat.button}
          </>
        }
        rail={chat.rail}
        user={{
          person: PERSON,
          menu: (
            <UserMenu
              person={PERSON}
              status={{ current: status, onChange: setStatus }}
              tenants={{
                current: tenant,
                options: [
                  { id: 'alder', name: 'Alder Credit Union' },
                  { id: 'birch', name: 'Birch Credit Union' },
                ],
                onChoose: setTenant,
              }}
              items={[
                {
                  id: 'language',
                  label: locale === 'en' ? 'Figures in Turkish' : 'Figures in English',
                  icon: IconSettings,
                  onClick: () => setLocale(locale === 'en' ? 'tr' : 'en'),
                },
              ]}
              signOut={{ id: 'out', label: 'Sign out', icon: IconLogout, onClick: () => go('/scorecard') }}
            />
          ),
        }}
      >
        <Screen pathname={pathname} />
      </Layout>
      <Display layout={layout} onLayout={setLayout} />
    </RiseProvider>
  );
}

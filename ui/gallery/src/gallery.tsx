import {
  IconBuildingBank,
  IconChartBar,
  IconChartPie,
  IconHome,
  IconLogout,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { type ComponentProps, useEffect, useState } from 'react';
import {
  FullscreenToggle,
  Layout,
  type NavigationItem,
  NotFoundPage,
  FailurePage,
  ForbiddenPage,
  RiseProvider,
  THEME_NAMES,
  UserMenu,
} from '../../src/index.ts';
import { Components } from './components.tsx';
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

const NAVIGATION: readonly NavigationItem[] = [
  { id: 'home', type: 'basic', title: 'Scorecard', href: '/scorecard', icon: IconHome },
  {
    id: 'components',
    type: 'basic',
    title: 'Components',
    href: '/components',
    icon: IconChartBar,
    badge: { title: '12' },
  },
  {
    id: 'pages',
    type: 'group',
    title: 'Whole pages',
    children: [
      { id: 'lost', type: 'basic', title: 'Not found', href: '/not-found', icon: IconBuildingBank },
      {
        id: 'more',
        type: 'collapsable',
        title: 'More',
        icon: IconChartPie,
        children: [
          { id: 'forbidden', type: 'basic', title: 'Forbidden', href: '/forbidden' },
          { id: 'failure', type: 'basic', title: 'Failure', href: '/failure' },
        ],
      },
      { id: 'off', type: 'basic', title: 'Not available', href: '/off', icon: IconUsers, disabled: true },
    ],
  },
  { id: 'line', type: 'divider' },
  { id: 'gap', type: 'spacer' },
  { id: 'outside', type: 'basic', title: 'NCUA', href: 'https://ncua.gov', external: true, icon: IconSettings },
];

function Screen({ pathname }: { pathname: string }) {
  switch (pathname) {
    case '/components':
      return <Components />;
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

export function Gallery() {
  const [pathname, setPathname] = useState(location.pathname);
  const [locale, setLocale] = useState(new URLSearchParams(location.search).get('locale') ?? 'en');
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
    >
      <Layout
        name="classic"
        navigation={NAVIGATION}
        pathname={pathname}
        home="/scorecard"
        toolbarEnd={
          <>
            <FullscreenToggle />
            <UserMenu
              person={{ firstName: 'Ada', lastName: 'Novak', email: 'analyst@alder.example' }}
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
          </>
        }
        footer="Rise · gallery"
      >
        <Screen pathname={pathname} />
      </Layout>
    </RiseProvider>
  );
}

import { useDisplayActions, useNavigationActions } from '@rise/shell/search';
import type { SearchAction } from '@rise/ui/search';
import { IconDatabase, IconLock, IconLogout } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useDemoQuery } from '../../client/queries.ts';
import { useNavigation } from '../../navigation/menus.ts';
import { lockSession } from '../../session/session.ts';
import { useSearchTexts } from './search.texts.ts';

/** Commands of the search palette; each is also available elsewhere. */
export function usePaletteActions(): SearchAction[] {
  const t = useSearchTexts();
  const router = useRouter();
  const navigation = useNavigationActions(useNavigation());
  const display = useDisplayActions();
  const { data: user } = useDemoQuery('user', 'GET /api/common/user');
  const go = (href: string) => () => void router.navigate({ href });
  return [
    ...navigation,
    ...display,
    { id: 'demo-data', label: t('resetData'), icon: IconDatabase, onRun: go('/demo-data') },
    ...(user ? [{ id: 'lock', label: t('lock'), icon: IconLock, onRun: () => lockSession(user) }] : []),
    { id: 'sign-out', label: t('signOut'), icon: IconLogout, onRun: go('/sign-out') },
  ];
}

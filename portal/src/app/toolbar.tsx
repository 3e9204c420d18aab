import { FullscreenToggle, ToolbarButton } from '@rise/ui';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../i18n/language-switch.tsx';
import { usePaletteActions } from './palette-actions.ts';

const SearchTools = lazy(() => import('../features/search/search-tools.tsx'));

/** The tools at the right end of every header. Each holds its place until its code is there. */
export function Toolbar() {
  const { t } = useTranslation();
  const actions = usePaletteActions();
  return (
    <>
      <Suspense fallback={<ToolbarButton label={t('ui.search')} icon={IconSearch} />}>
        <SearchTools actions={actions} />
      </Suspense>
      <LanguageSwitch />
      <FullscreenToggle />
    </>
  );
}

import { type Icon, LazyBoundary, ToolbarButton } from '@rise/ui';
import { IconRefreshAlert } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '../language/language-switch.tsx';
import { defineTexts } from '../texts/texts.ts';
import classes from './toolbar.module.css';

const useToolbarTexts = defineTexts('shell-toolbar', {
  en: { failed: '{{tool}} could not be loaded. Reload the page' },
  tr: { failed: '{{tool}} yüklenemedi. Sayfayı yeniden yükleyin' },
});

/** Reserves a tool's place until its code is loaded, so that nothing shifts; offers to reload the page if that fails. */
export function LazyTool({ label, icon, children }: { label: string; icon: Icon; children: ReactNode }) {
  const t = useToolbarTexts();
  return (
    <LazyBoundary
      fallback={<ToolbarButton label={label} icon={icon} aria-hidden tabIndex={-1} />}
      failed={
        <ToolbarButton
          label={t('failed', { tool: label })}
          icon={IconRefreshAlert}
          onClick={() => window.location.reload()}
        />
      }
    >
      {children}
    </LazyBoundary>
  );
}

/** The language in the toolbar; narrow screens have it in the menu of further tools. */
export function LanguageTool() {
  return (
    <span className={classes['wide']}>
      <LanguageSwitch />
    </span>
  );
}

/** Shows a tool that replaces the chat rail if the layout has one and the page is too narrow for it. */
export function InsteadOfRail({ children }: { children: ReactNode }) {
  return <span className={classes['narrow']}>{children}</span>;
}

import { type Icon, LazyBoundary, ToolbarButton } from '@rise/ui';
import { IconRefreshAlert } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useIdle } from '../idle/idle.ts';
import { LanguageSwitch } from '../language/language-switch.tsx';
import { defineTexts } from '../texts/texts.ts';
import classes from './toolbar.module.css';

const useToolbarTexts = defineTexts('shell-toolbar', {
  en: { failed: '{{tool}} could not be loaded. Reload the page' },
  tr: { failed: '{{tool}} yüklenemedi. Sayfayı yeniden yükleyin' },
});

interface LazyToolProps {
  label: string;
  icon: Icon;
  /** Loads the tool when the page is idle, so that the screen comes first. */
  onceIdle?: boolean;
  children: ReactNode;
}

/** Reserves a tool's place until its code is loaded, so that nothing shifts; offers to reload the page if that fails. */
export function LazyTool({ label, icon, onceIdle = false, children }: LazyToolProps) {
  const t = useToolbarTexts();
  const idle = useIdle();
  const place = <ToolbarButton label={label} icon={icon} aria-hidden tabIndex={-1} />;
  return (
    <LazyBoundary
      fallback={place}
      failed={
        <ToolbarButton
          label={t('failed', { tool: label })}
          icon={IconRefreshAlert}
          onClick={() => window.location.reload()}
        />
      }
    >
      {onceIdle && !idle ? place : children}
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

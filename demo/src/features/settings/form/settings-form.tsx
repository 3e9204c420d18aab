import { Button } from '@mantine/core';
import { Notice, useConfirm } from '@rise/ui';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useSettingsTexts } from '../settings.texts.ts';
import type { SettingsForm as Form } from './use-settings-form.ts';
import classes from './form.module.css';

interface SettingsFormProps<V extends object> {
  form: Form<V>;
  children: ReactNode;
}

/** A panel's grouped fields and buttons, with a guard against leaving with unsaved changes. */
export function SettingsForm<V extends object>({ form, children }: SettingsFormProps<V>) {
  const t = useSettingsTexts();
  const { dirty, state, errors: issues } = form;
  useGuard(dirty);
  const reason = useId();
  const wrong = Object.values(issues).filter((issue) => issue !== undefined).length;
  const idle = !dirty || state === 'saving';
  return (
    <form {...form.form} aria-busy={state === 'saving'}>
      <div className={classes['card']}>
        {children}
        <div className={classes['end']}>
          {state === 'saved' && !dirty && <Notice tone="positive">{t('saved')}</Notice>}
          {state === 'failed' && <Notice tone="negative">{t('notSaved')}</Notice>}
          {wrong > 0 && <Notice tone="negative">{t('wrong', { count: wrong })}</Notice>}
          <div className={classes['buttons']}>
            <span id={reason} className={classes['reason']}>
              {dirty ? t('unsaved') : t('unchanged')}
            </span>
            <Button variant="default" disabled={idle} aria-describedby={reason} onClick={form.cancel}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={!dirty} loading={state === 'saving'} aria-describedby={reason}>
              {t('save')}
            </Button>
          </div>
        </div>
      </div>
    </form>
  );
}

/**
 * Confirms before unsaved changes are lost: in a dialog on navigation, in the browser's own when the page is closed.
 */
function useGuard(dirty: boolean): void {
  const t = useSettingsTexts();
  const confirm = useConfirm();
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      const answer = await confirm({
        title: t('leaveTitle'),
        message: t('leaveText'),
        actions: { confirm: { label: t('leave'), color: 'warn' }, cancel: { label: t('stay') } },
      });
      return answer !== 'confirmed';
    },
  });
}

interface SectionProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** Fields that belong together. */
export function FormSection({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={classes['section']}>
      <h3 id={id} className={classes['title']}>
        {title}
      </h3>
      {text !== undefined && <p className={classes['text']}>{text}</p>}
      <div className={classes['fields']}>{children}</div>
    </div>
  );
}

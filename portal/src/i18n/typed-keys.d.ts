import type { UiTexts } from '@rise/ui';
import type { ShellTexts } from '@rise/ui/shell-texts';
import type en from '../../public/assets/i18n/en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en & { ui: UiTexts & ShellTexts } };
    returnNull: false;
  }
}

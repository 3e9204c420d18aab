import type { Language } from '@rise/contract';
import * as shell from '@rise/shell/texts';

/** The demo's texts; each feature's come with the code that shows them. */
export const i18n = shell.createTexts();

export const startTexts = (language: Language): Promise<void> =>
  shell.startTexts(i18n, language, { ns: [], initAsync: false });

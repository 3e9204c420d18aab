import { englishTexts } from '../../src/index.ts';
import { englishPanelTexts } from '../../src/texts/panel-texts.ts';

const SYLLABLES = ['leri', 'ndaki', 'lığı', 'mızın', 'laştır', 'ması'];

/** Makes every text about 40 % longer, as Turkish often is, to check that it still fits. */
export const longTexts: Record<string, string> = Object.fromEntries(
  Object.entries({ ...englishTexts, ...englishPanelTexts }).map(([name, text], index) => {
    const targetLength = Math.ceil(text.length * 0.4);
    let more = '';
    for (let turn = index; more.length < targetLength; turn += 1) more += SYLLABLES[turn % SYLLABLES.length]!;
    return [name, `${text}${more.slice(0, targetLength)}`];
  }),
);

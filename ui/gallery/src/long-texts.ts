import { englishTexts } from '../../src/index.ts';
import { shellTexts } from '../../src/theme/shell-english.ts';

const SYLLABLES = ['leri', 'ndaki', 'lığı', 'mızın', 'laştır', 'ması'];

/** Every text about two fifths longer, as Turkish often is: for looking whether it still fits. */
export const longTexts: Record<string, string> = Object.fromEntries(
  Object.entries({ ...englishTexts, ...shellTexts }).map(([name, text], index) => {
    const wanted = Math.ceil(text.length * 0.4);
    let more = '';
    for (let turn = index; more.length < wanted; turn += 1) more += SYLLABLES[turn % SYLLABLES.length]!;
    return [name, `${text}${more.slice(0, wanted)}`];
  }),
);

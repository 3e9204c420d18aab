/** Texts that mean no value wherever all others are numbers or dates. */
const NULL_TEXTS = new Set(['n/a', 'na', '#n/a', 'n.a.', 'null', '(null)', '#null!', 'none', 'nan', 'nil', '-', '--', '?', '.', String.raw`\n`, 'yok', '0000-00-00', '0000-00-00 00:00:00', '00.00.0000', '00/00/0000']); // prettier-ignore
/** Those that mean so among texts, too. */
const STRONG = new Set(['n/a', '#n/a', 'null', '(null)', '#null!', 'nan', String.raw`\n`]);

export const isNullText = (text: string): boolean => NULL_TEXTS.has(text.toLowerCase());
export const isStrongNullText = (text: string): boolean => STRONG.has(text.toLowerCase());

/** The grammatical case that an ending expresses, as far as it is syntax: where, from, to, of, and, which. */
export type Case = 'in' | 'from' | 'to' | 'of' | 'with' | 'having' | 'without' | null;

export interface Split {
  readonly stem: string;
  readonly case: Case;
  readonly isPlural: boolean;
}

/**
 * The endings of a noun after folding, one after another: plural, -li or -lik, possessive, plural possessive, case, -ki
 * and its plural.
 */
const CHAIN =
  /^(?<plural>l[ae]r)?(?<derived>l[iu]k?|s[iu]z)?(?<own>s?[iu]|l[ae]r[iu]|[iu]?m[iu]z)?(?<case>n?[iu]n|[yn]?[iu]|[yn]?[ae]|n?[dt][ae](?:n|ki)?|y?l[ae]|c[ae])?(?<more>l[ae]r(?:[iu]n?|[dt][ae]n?)?|n[iu]n|n[iu]|n[dt][ae])?$/;
const MOST_ENDING = 12;

function caseOf({ derived, case: ending = '', more = '' }: Record<string, string | undefined>): Case {
  const last = more === '' ? ending : more;
  if (/[dt][ae]n$/.test(last)) return 'from';
  if (/[dt][ae](?:ki)?$/.test(last) || /[dt][ae]ki/.test(ending)) return 'in';
  if (/^y?l[ae]$/.test(last)) return 'with';
  if (/[iu]n$/.test(last)) return 'of';
  if (/^[yn]?[ae]$/.test(last)) return 'to';
  if (derived?.startsWith('s')) return 'without';
  if (derived && /^l[iu]$/.test(derived)) return 'having';
  return null;
}

/** Folded stems with which a Turkish word can begin, each with what the remaining endings say; the word itself first. */
export function splitsOf(word: string): Split[] {
  const splits: Split[] = [{ stem: word, case: null, isPlural: false }];
  for (let length = word.length - 1; length >= Math.max(2, word.length - MOST_ENDING); length--) {
    const match = CHAIN.exec(word.slice(length));
    if (!match) continue;
    const groups = match.groups!;
    const found = { case: caseOf(groups), isPlural: groups['plural'] !== undefined };
    for (const stem of stemsOf(word.slice(0, length))) splits.push({ stem, ...found });
  }
  return splits;
}

const HARD: Readonly<Record<string, string>> = { g: 'k', d: 't', b: 'p', c: 'c' };

/** A stem before an ending as it is without: çeyreğ- is çeyrek, şehr- is şehir. */
function stemsOf(stem: string): string[] {
  const last = stem.at(-1)!;
  const hard = HARD[last];
  const stems = [stem];
  if (hard !== undefined && stem.length > 2) stems.push(stem.slice(0, -1) + hard);
  if (/[^aeiou][^aeiou]$/.test(stem) && stem.length >= 3)
    for (const vowel of ['i', 'u']) stems.push(stem.slice(0, -1) + vowel + last);
  return stems;
}

/** The stems of a word of a name, with which its other forms begin: of “oranı” also “oran”. */
export function stemsOfName(word: string): string[] {
  const stems = new Set<string>();
  for (const { stem } of splitsOf(word)) {
    const ending = word.slice(stem.length);
    if (stem.length >= 3 && word.startsWith(stem) && /^(?:l[ae]r(?:[iu]n?)?|s?[iu]n?)$/.test(ending)) stems.add(stem);
  }
  return [...stems];
}

/** Whether a folded word ends as what belongs to us does: “oranımız”, “üyelerimizin”. */
export const isOurs = (word: string): boolean => /.{2}[iu]?m[iu]z(?:[iu]n?|[ae]|d[ae](?:n|ki)?|l[ae])?$/.test(word);

/** What the ending behind an apostrophe says: 'ta' of “Texas’ta”. */
export function caseOfEnding(ending: string): Case {
  const match = CHAIN.exec(ending);
  return match ? caseOf(match.groups!) : null;
}

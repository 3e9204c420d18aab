import type { MappingRule } from '@rise/contract';

/** Lower case without accents; the Turkish dotless ı counts as i. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ı', 'i');
}

/** Whether a whole text matches a pattern in which `*` stands for any text and `?` for one character. */
function matchesGlob(text: string, pattern: string): boolean {
  let [at, place, star, resume] = [0, 0, -1, 0];
  while (at < text.length) {
    if (place < pattern.length && pattern[place] === '*') {
      star = place++;
      resume = at;
    } else if (place < pattern.length && (pattern[place] === '?' || pattern[place] === text[at])) {
      at++;
      place++;
    } else if (star >= 0) {
      place = star + 1;
      at = ++resume;
    } else return false;
  }
  while (pattern[place] === '*') place++;
  return place === pattern.length;
}

/** Patterns are folded once, however many codes they are compared with. */
const foldedPatterns = new WeakMap<MappingRule, string>();

function patternOf(rule: MappingRule): string {
  const known = foldedPatterns.get(rule) ?? fold(rule.pattern);
  foldedPatterns.set(rule, known);
  return known;
}

function matches(rule: MappingRule, text: string): boolean {
  const pattern = patternOf(rule);
  switch (rule.match) {
    case 'starts_with':
      return text.startsWith(pattern);
    case 'ends_with':
      return text.endsWith(pattern);
    case 'contains':
      return text.includes(pattern);
    case 'glob':
      return matchesGlob(text, pattern);
  }
}

/** The first rule that matches a code; null where none does. */
export function ruleFor(rules: readonly MappingRule[], code: string): MappingRule | null {
  if (rules.length === 0) return null;
  const text = fold(code);
  return rules.find((rule) => matches(rule, text)) ?? null;
}

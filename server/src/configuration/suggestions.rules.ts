import type { CodeSuggestion, MappingRule } from '@rise/contract';
import { fold, ruleFor } from '../tenant-settings/mapping-content.service.ts';

/** What suggestions are derived from. */
export interface SuggestionSources {
  /** Values by code of earlier versions, with the version's number. */
  readonly earlier: ReadonlyMap<string, { value: string; version: number }>;
  /** Codes that are mapped now, and their values. */
  readonly mapped: readonly { code: string; value: string }[];
  /** Targets or categories, and their titles. */
  readonly targets: readonly { value: string; titles: readonly string[] }[];
  readonly rules: readonly MappingRule[];
  /** By mapping, the values that codes have there. */
  readonly others: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Rejected pairs: see `pairKey`. */
  readonly rejected: ReadonlySet<string>;
}

export const pairKey = (code: string, value: string): string => JSON.stringify([code, value]);

/** Equal for texts that differ only in case, accents, blanks, punctuation or the order of words; '' where nothing is left. */
export function fingerprint(text: string): string {
  return fold(text.trim().normalize('NFC'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');
}

const digitsOf = (text: string) => text.replace(/\D+/g, ' ').trim();
const MIN_LETTERS = 5;
const lettersIn = (text: string) => text.replace(/\P{L}/gu, '').length;
/** Below this, similar names are wrong more often than right. */
const MIN_SIMILARITY = 0.95;

/** Jaro–Winkler similarity of two texts, 0 to 1. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Set<number>();
  const matched: string[] = [];
  for (let i = 0; i < a.length; i++)
    for (let j = Math.max(0, i - reach); j < Math.min(b.length, i + reach + 1); j++)
      if (!taken.has(j) && a[i] === b[j]) {
        taken.add(j);
        matched.push(a[i]!);
        break;
      }
  if (matched.length === 0) return 0;
  const others = [...b].filter((_, j) => taken.has(j));
  const swapped = matched.filter((letter, index) => letter !== others[index]).length / 2;
  const count = matched.length;
  const jaro = (count / a.length + count / b.length + (count - swapped) / count) / 3;
  let prefix = 0;
  while (prefix < 4 && a[prefix] !== undefined && a[prefix] === b[prefix]) prefix++;
  return jaro + prefix * 0.1 * (1 - jaro);
}

interface Name {
  /** As written, for the reason. */
  text: string;
  folded: string;
  value: string;
}

/** The most comparisons of names for one list of codes: some hundred milliseconds. */
const MAX_COMPARISONS = 1_000_000;

/** Suggests targets for codes, with its sources prepared once. */
export class Suggester {
  readonly #sources: SuggestionSources;
  /** By fingerprint: the value, or null where texts of this fingerprint have different ones. */
  readonly #byFingerprint = new Map<string, { value: string; text: string } | null>();
  /** Names by their digits, so that only names with equal digits are compared. */
  readonly #byDigits = new Map<string, Name[]>();
  readonly #possible: ReadonlySet<string>;
  #comparisons = 0;

  constructor(sources: SuggestionSources) {
    this.#sources = sources;
    this.#possible = new Set(sources.targets.map(({ value }) => value));
    for (const { value, titles } of sources.targets)
      for (const text of new Set([value, ...titles])) this.#add(text, value);
    for (const { code, value } of sources.mapped) this.#add(code, value);
  }

  /** The best suggestion for an unmapped code that nobody rejected; null where there is none. */
  suggest(code: string): CodeSuggestion | null {
    for (const candidate of this.#candidates(code))
      if (
        candidate &&
        this.#possible.has(candidate.value) &&
        !this.#sources.rejected.has(pairKey(code, candidate.value))
      )
        return candidate;
    return null;
  }

  /** From best to worst; each is computed only if the better ones do not serve. */
  *#candidates(code: string): Generator<CodeSuggestion | null> {
    yield this.#earlier(code);
    yield this.#same(code);
    yield this.#rule(code);
    yield* this.#others(code);
    yield* this.#similar(code);
  }

  #add(text: string, value: string): void {
    const key = fingerprint(text);
    if (key !== '') {
      const known = this.#byFingerprint.get(key);
      if (known === undefined) this.#byFingerprint.set(key, { value, text });
      else if (known !== null && known.value !== value) this.#byFingerprint.set(key, null);
    }
    if (lettersIn(text) < MIN_LETTERS) return;
    const digits = digitsOf(text);
    const names = this.#byDigits.get(digits) ?? [];
    names.push({ text, folded: fold(text), value });
    this.#byDigits.set(digits, names);
  }

  #earlier(code: string): CodeSuggestion | null {
    const found = this.#sources.earlier.get(code);
    return found
      ? { value: found.value, reason: 'earlier', confidence: 1, source: String(found.version), ticked: true }
      : null;
  }

  #same(code: string): CodeSuggestion | null {
    const found = this.#byFingerprint.get(fingerprint(code));
    return found ? { value: found.value, reason: 'same', confidence: 0.99, source: found.text, ticked: true } : null;
  }

  #rule(code: string): CodeSuggestion | null {
    const rule = ruleFor(this.#sources.rules, code);
    return rule ? { value: rule.value, reason: 'rule', confidence: 0.9, source: rule.pattern, ticked: false } : null;
  }

  *#others(code: string): Generator<CodeSuggestion> {
    for (const [source, values] of this.#sources.others) {
      const value = values.get(code);
      if (value !== undefined) yield { value, reason: 'other', confidence: 0.8, source, ticked: false };
    }
  }

  #similar(code: string): CodeSuggestion[] {
    if (lettersIn(code) < MIN_LETTERS || this.#comparisons > MAX_COMPARISONS) return [];
    // Texts that are the same but for case or blanks have different values: similar ones say even less.
    if (this.#byFingerprint.get(fingerprint(code)) === null) return [];
    const folded = fold(code);
    const names = this.#byDigits.get(digitsOf(code)) ?? [];
    this.#comparisons += names.length;
    return names
      .filter((name) => Math.abs(name.folded.length - folded.length) <= folded.length / 4 + 2)
      .map((name) => ({ name, score: similarity(folded, name.folded) }))
      .filter(({ score }) => score >= MIN_SIMILARITY)
      .toSorted((a, b) => b.score - a.score)
      .map(({ name, score }) => ({
        value: name.value,
        reason: 'similar',
        confidence: Math.min(score, 0.98),
        source: name.text,
        ticked: false,
      }));
  }
}

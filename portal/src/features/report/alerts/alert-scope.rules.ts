import type { AlertScope, FigureCourse, PeerStatistic } from '@rise/contract';

/** A choice of the form: the kind of a scope, or a statistic of the peers. */
export type ScopeChoice = 'total' | 'member' | 'any' | PeerStatistic;

/** The scope as the form has it. */
export interface ScopeDraft {
  choice: ScopeChoice;
  /** Whose members: dimensions of the tile. */
  fields: readonly string[];
  /** The key of the chosen member; null before one was chosen. */
  member: string | null;
}

const STATISTICS: readonly ScopeChoice[] = ['median', 'percentile', 'rank'];

export const choicesOf = (kinds: readonly AlertScope['kind'][]): ScopeChoice[] =>
  kinds.flatMap((kind) => (kind === 'statistic' ? STATISTICS : [kind]));

export const newScope = (choices: readonly ScopeChoice[], fields: readonly string[]): ScopeDraft => ({
  choice: choices[0] ?? 'total',
  fields,
  member: null,
});

/** The scope that a draft comes to, with the members that it can be of; null while something is missing. */
export function scopeOf({ choice, fields, member }: ScopeDraft, known: FigureCourse | undefined): AlertScope | null {
  switch (choice) {
    case 'total':
      return { kind: 'total' };
    case 'any':
      return fields.length > 0 ? { kind: 'any', fields: [...fields] } : null;
    case 'member': {
      const found = known?.members?.find(({ key }) => key === member);
      return found ? { kind: 'member', parts: found.parts } : null;
    }
    default:
      return { kind: 'statistic', statistic: choice };
  }
}

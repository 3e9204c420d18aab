import type { TextColumnType } from '@rise/contract';
import { guessDateFormat } from './date-format.ts';
import { guessNumberStyle } from './number-style.ts';

export type TypeKind = TextColumnType['kind'];
export const TYPE_KINDS = ['text', 'integer', 'decimal', 'number', 'date', 'timestamp', 'boolean'] as const;

const MOST_DECIMALS = 12;
const USUAL_DECIMALS = 2;

/** A type of a kind, with what the samples say about it. */
export function typeOfKind(kind: TypeKind, samples: readonly string[]): TextColumnType {
  const { decimal, thousands, affix, scale } = guessNumberStyle(samples);
  switch (kind) {
    case 'text':
      return { kind };
    case 'integer':
      return { kind, thousands, affix };
    case 'decimal':
      return { kind, decimal, thousands, affix, scale: Math.min(MOST_DECIMALS, scale || USUAL_DECIMALS) };
    case 'number':
      return { kind, decimal, thousands, affix };
    case 'date':
      return { kind, format: guessDateFormat(samples) ?? '%Y-%m-%d' };
    case 'timestamp':
      return {
        kind,
        format: guessDateFormat(samples) ?? '%Y-%m-%d',
        zoned: samples.length > 0 && samples.every((sample) => /(Z|[+-]\d{2}:?\d{2})$/.test(sample.trim())),
      };
    case 'boolean': {
      const [one = 'yes', other = 'no'] = [...new Set(samples)];
      const positive = /^(y|yes|t|true|1|e|evet|a|ano|x)$/i;
      return positive.test(other)
        ? { kind, trueText: other, falseText: one }
        : { kind, trueText: one, falseText: other === one ? 'no' : other };
    }
  }
}

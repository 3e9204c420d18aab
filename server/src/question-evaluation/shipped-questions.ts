import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES } from '@rise/contract';
import { parse } from 'yaml';
import { z } from 'zod';
import { SAMPLES } from '../host/config/paths.ts';
import type { GradedQuestion } from './grading.rules.ts';

/**
 * The questions that are shipped, as data. The part on which the rules were not tuned is left out: it stays a test only
 * while nobody reads what fails in it.
 */
const FILE = join(SAMPLES, 'questions.yaml');

/** Sample models with shipped questions, by their name: how the file calls them, and the dataset that it does not name. */
const MODELS: Readonly<Record<string, { key: string; main: string }>> = {
  ncua_call_report: { key: 'ncua', main: 'call_report' },
  core_banking: { key: 'core', main: '' },
};

const file = z.array(
  z.object({
    model: z.string(),
    language: z.enum(LANGUAGES),
    /** Form, question, expected. */
    questions: z.array(z.tuple([z.number(), z.string(), z.string()])),
  }),
);

let groups: Promise<z.infer<typeof file>> | null = null;

/** The shipped questions about a model, and its main dataset; none about models that are no sample. */
export async function shippedQuestions(model: string): Promise<{ main: string; questions: GradedQuestion[] }> {
  const known = MODELS[model];
  if (!known) return { main: '', questions: [] };
  groups ??= readFile(FILE, 'utf8').then((text) => file.parse(parse(text)));
  const questions = (await groups)
    .filter((group) => group.model === known.key)
    .flatMap((group) =>
      group.questions.map(([, text, expected]): GradedQuestion => ({
        text,
        language: group.language,
        expected: expected === 'refuse' ? { kind: 'none' } : { kind: 'notation', text: expected },
      })),
    );
  return { main: known.main, questions };
}

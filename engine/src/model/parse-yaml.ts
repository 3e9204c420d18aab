import { LineCounter, parseDocument } from 'yaml';
import type { Node } from 'yaml';
import type { z } from 'zod';
import { ModelError } from '../errors.ts';
import type { ModelProblem } from '../errors.ts';

export type ProblemPath = readonly PropertyKey[];

/** A document read from YAML, and the means to say on which line something in it stands. */
export interface ParsedYaml<T> {
  value: T;
  problem(path: ProblemPath, message: string): ModelProblem;
}

/** Reads YAML and holds it to a schema. Throws `ModelError` with a line for each problem. */
export function parseYaml<T>(schema: z.ZodType<T, unknown>, text: string, file: string): ParsedYaml<T> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  if (document.errors.length > 0) {
    throw new ModelError(
      document.errors.map((error) => ({
        file,
        line: lines.linePos(error.pos[0]).line,
        path: '',
        message: `${error.message} Correct the YAML here.`,
      })),
    );
  }
  const problem = (path: ProblemPath, message: string): ModelProblem => {
    let line: number | null = null;
    for (let length = path.length; length >= 0 && line === null; length--) {
      const node = document.getIn(path.slice(0, length), true) as Node | undefined;
      if (node?.range) line = lines.linePos(node.range[0]).line;
    }
    return { file, line, path: path.map(String).join('.'), message };
  };
  const parsed = schema.safeParse(document.toJS());
  if (!parsed.success) throw new ModelError(parsed.error.issues.map((issue) => problem(issue.path, issue.message)));
  return { value: parsed.data, problem };
}

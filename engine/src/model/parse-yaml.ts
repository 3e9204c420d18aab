import { LineCounter, parseDocument } from 'yaml';
import type { Node } from 'yaml';
import type { z } from 'zod';
import { ModelError } from '../errors.ts';
import type { ModelProblem } from '../errors.ts';

export type ProblemPath = readonly PropertyKey[];

/** What a YAML text says, and the means to say where in it something stands. */
export interface YamlText {
  data: unknown;
  problem(path: ProblemPath, message: string): ModelProblem;
}

/** A document read from YAML, and the means to say on which line something in it stands. */
export interface ParsedYaml<T> {
  value: T;
  problem(path: ProblemPath, message: string): ModelProblem;
}

/** Reads YAML. Throws `ModelError` with line and column for each fault of its grammar. */
export function readYaml(text: string, file: string): YamlText {
  const lines = new LineCounter();
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
    if (document.errors.length > 0) {
      throw new ModelError(
        document.errors.map((error) => ({
          file,
          ...place(error.pos[0]),
          path: '',
          message: `${error.message} Correct the YAML here.`,
        })),
      );
    }
    return {
      data: document.toJS(),
      problem(path, message) {
        let found: { line: number; column: number } | null = null;
        for (let length = path.length; length >= 0 && found === null; length--) {
          const node = document.getIn(path.slice(0, length), true) as Node | undefined;
          if (node?.range) found = place(node.range[0]);
        }
        return { file, ...(found ?? { line: null, column: null }), path: path.map(String).join('.'), message };
      },
    };
  } catch (error) {
    if (error instanceof ModelError) throw error;
    // Nested without end, or aliases that multiply: the text is not one that a person wrote.
    const message = `${(error as Error).message} Write the document plainly.`;
    throw new ModelError([{ file, line: null, column: null, path: '', message }]);
  }
}

/** Reads YAML and holds it to a schema. Throws `ModelError` with a line for each problem. */
export function parseYaml<T>(schema: z.ZodType<T, unknown>, text: string, file: string): ParsedYaml<T> {
  const { data, problem } = readYaml(text, file);
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw new ModelError(parsed.error.issues.map((issue) => problem(issue.path, issue.message)));
  return { value: parsed.data, problem };
}

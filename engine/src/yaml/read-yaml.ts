import { findDocumentIssue } from '@rise/contract';
import { LineCounter, parseDocument } from 'yaml';
import type { Node } from 'yaml';
import type { z } from 'zod';
import { ModelError } from '../errors.ts';
import type { IssuePath, ModelIssue } from '../errors.ts';
import { schemaIssues, schemaMessage } from './schema-messages.ts';

/** Parsed YAML, with positions of its parts. */
export interface YamlText {
  data: unknown;
  issueAt(path: IssuePath, message: string): ModelIssue;
}

/** A document parsed from YAML, with the lines of its parts. */
export interface ParsedYaml<T> {
  value: T;
  issueAt(path: IssuePath, message: string): ModelIssue;
}

/** Parses YAML. Throws `ModelError` with line and column of each syntax error. */
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
    const data: unknown = document.toJS();
    const issueAt = (path: IssuePath, message: string): ModelIssue => {
      let result: { line: number; column: number } | null = null;
      for (let length = path.length; length >= 0 && result === null; length--) {
        const node = document.getIn(path.slice(0, length), true) as Node | undefined;
        if (node?.range) result = place(node.range[0]);
      }
      return { file, ...(result ?? { line: null, column: null }), path: path.map(String).join('.'), message };
    };
    // An escape of YAML can write what the text itself cannot contain.
    const unreadable = findDocumentIssue(data);
    if (unreadable) throw new ModelError([issueAt(unreadable.path, unreadable.message)]);
    return { data, issueAt };
  } catch (error) {
    if (error instanceof ModelError) throw error;
    // Extremely deep nesting, or aliases that multiply: not a text that a person wrote.
    const message = `${(error as Error).message} Write the document plainly.`;
    throw new ModelError([{ file, line: null, column: null, path: '', message }]);
  }
}

/** Parses YAML and validates it with a schema. Throws `ModelError` with a line for each issue. */
export function parseYaml<T>(schema: z.ZodType<T, unknown>, text: string, file: string): ParsedYaml<T> {
  const { data, issueAt } = readYaml(text, file);
  const parsed = schema.safeParse(data, { error: schemaMessage });
  if (!parsed.success)
    throw new ModelError(schemaIssues(parsed.error).map(({ path, message }) => issueAt(path, message)));
  return { value: parsed.data, issueAt };
}

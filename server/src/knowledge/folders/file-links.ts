import type { PassageLink } from '@rise/contract';
import type { TenantTx } from '../../kernel/database/database.ts';
import type { OpenDocument } from '../knowledge.sql.ts';
import type { TextPassage } from '../passages-of-text.rules.ts';
import { headingsOf } from './folder-documents.sql.ts';
import { anchorOf, filesMeant } from './markdown-file.rules.ts';

/** The links of a file’s passages, as many lists as passages: those that lead to a file of the same folder that was read. */
export async function resolveLinks(
  tx: TenantTx,
  { source }: Pick<OpenDocument, 'source'>,
  passages: readonly Pick<TextPassage, 'links'>[],
): Promise<PassageLink[][]> {
  const paths = new Set(passages.flatMap(({ links }) => links.flatMap(({ path }) => filesMeant(path))));
  if (paths.size === 0) return passages.map(() => []);
  const found = await headingsOf(tx, source, [...paths]);
  return passages.map(({ links }) =>
    links.flatMap(({ from, to, path, anchor }): PassageLink[] => {
      const file = filesMeant(path).find((one) => found.some((row) => row.path === one));
      const rows = found.filter((row) => row.path === file);
      if (rows.length === 0) return [];
      const place = rows.find(({ heading }) => anchor !== null && hasAnchor(heading, anchor))?.place ?? null;
      return [{ from, to, document: rows[0]!.id, passage: place }];
    }),
  );
}

/** A passage has the headings above it, and those of the sections in it. */
const hasAnchor = (heading: string, anchor: string): boolean =>
  heading.split(' › ').some((title) => anchorOf(title) === anchor.toLowerCase());

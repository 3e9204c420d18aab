import { Readable } from 'node:stream';
import { findDocumentIssue } from '@rise/contract';
import type { FastifyRequest } from 'fastify';
import { invalidField } from '../../kernel/errors/user-error.ts';

/**
 * Refuses a request whose path, query or body contains text that no database stores, or nests too deep to be read by
 * recursion. Runs before any handler, so that none needs to consider either. Headers cannot contain such text.
 */
export async function refuseUnreadableText({ params, query, body }: FastifyRequest): Promise<void> {
  const sent = body instanceof URLSearchParams ? [...body.entries()] : body;
  // A file's bytes are read by their handler alone.
  for (const part of [params, query, ...(sent instanceof Readable ? [] : [sent])]) {
    const issue = findDocumentIssue(part);
    if (issue) {
      const field = issue.path.map(String).join('.');
      throw invalidField(field, issue.message);
    }
  }
}

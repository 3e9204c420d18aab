import type { Logger } from 'pino';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { authorOf } from '../models/author.service.ts';
import type { ConfluenceReach } from './confluence/confluence-http.ts';
import { KnowledgeFolders, type NamedFolder } from './folders/knowledge-folders.ts';
import { knowledgeSourceHandlers } from './knowledge-sources.routes.ts';
import { KnowledgeSourceService } from './knowledge-sources.service.ts';
import { knowledgeHandlers } from './knowledge.routes.ts';
import { KnowledgeService } from './knowledge.service.ts';
import { PdfReader } from './pdf-reader.ts';
import { SourceRunner } from './source-runner.service.ts';

export interface CreateKnowledgeOptions {
  readonly database: Database;
  readonly confluenceReach: ConfluenceReach;
  /** Folders of Markdown files. */
  readonly knowledgeFolders: readonly NamedFolder[];
  readonly features: { readonly chatbot: boolean };
  /** Program of the process that reads PDFs; left out: that of the sources. */
  readonly pdfEntry: string | undefined;
  readonly log: Logger;
}

/** What the assistant answers from besides the product’s own texts: uploaded documents, folders, and spaces of Confluence. */
export function createKnowledge(options: CreateKnowledgeOptions) {
  const { database, confluenceReach, knowledgeFolders, features, pdfEntry, log } = options;
  const enabled = features.chatbot;
  const author = (actor: TenantActor) => authorOf(database, actor);
  // Apart from each other: a person who uploads does not wait for a space that is being read.
  const [uploads, attachments] = [new PdfReader({ entry: pdfEntry }), new PdfReader({ entry: pdfEntry })];
  const folders = new KnowledgeFolders(database, knowledgeFolders);
  const runner = new SourceRunner({ database, confluenceReach, pdfs: attachments, folders, enabled, log });
  const sources = new KnowledgeSourceService({ database, confluenceReach, enabled, author, wake: () => runner.wake() });
  const handlers = [
    knowledgeHandlers(new KnowledgeService({ database, enabled, author, pdfs: uploads })),
    knowledgeSourceHandlers(sources),
  ] as const;
  return { handlers, runner };
}

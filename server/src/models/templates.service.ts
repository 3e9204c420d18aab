import { ModelError, parseModel, type ModelIssue } from '@rise/engine';
import { notify } from '../inbox/inbox.service.ts';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import { formatIssue, templateMismatchNotification } from './models.rules.ts';
import type { ModelService } from './models.service.ts';
import * as sql from './models.sql.ts';
import { hashOf } from './stored-models.service.ts';

export interface TemplatePush {
  readonly document: string;
  readonly message: string;
  readonly file: string;
  readonly origin: 'sample' | 'command';
  readonly author: string | null;
}

export interface PutTemplate {
  readonly template: sql.TemplateVersion;
  readonly changed: boolean;
  /** Slugs of the tenants that have the version now, and of those that could not get it, with the reasons. */
  readonly followed: readonly string[];
  readonly staying: readonly { readonly slug: string; readonly problems: readonly string[] }[];
}

const UNAVAILABLE =
  'Its warehouse cannot be reached, so that its model could not be checked. Store the template again once it can; the templates of samples are stored at each start.';

const TEMPLATE_NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** Template models that tenants' models extend. */
export class TemplateService {
  readonly #database: Database;
  readonly #models: ModelService;

  constructor({ database, models }: { database: Database; models: ModelService }) {
    this.#database = database;
    this.#models = models;
  }

  /** Stores a template's next version and updates every tenant that extends it and fits. Throws the engine's ModelError. */
  async put(push: TemplatePush): Promise<PutTemplate> {
    const hash = hashOf(push.document);
    // Every start of a server stores its samples, most of which have not changed.
    const stored = await this.#database.withGlobal(SYSTEM, (tx) => sql.templateByHash(tx, hash), 'reads');
    const template = stored ?? (await this.#insert(push, hash));
    const followed: string[] = [];
    const staying: { slug: string; problems: string[] }[] = [];
    for (const { id, slug } of await activeTenants(this.#database)) {
      const issues = await this.#models.followTemplate(id, template);
      if (issues === null) continue;
      if (issues === 'unavailable') staying.push({ slug, problems: [UNAVAILABLE] });
      else if (issues.length === 0) followed.push(slug);
      else {
        await this.#notifyAdministrators(id, template, issues);
        staying.push({ slug, problems: issues.map(formatIssue) });
      }
    }
    return { template, changed: stored === null, followed, staying };
  }

  async #insert(push: TemplatePush, hash: string): Promise<sql.TemplateVersion> {
    const { document, message, file, origin, author } = push;
    const { name } = parseModel(document, file);
    if (!TEMPLATE_NAME.test(name)) {
      const remedy = 'Models extend a template by its name: use lowercase letters, digits and _.';
      throw new ModelError([{ file, line: null, column: null, path: 'name', message: remedy }]);
    }
    const version = await this.#database.withGlobal(SYSTEM, async (tx) => {
      await sql.lockTemplate(tx, name);
      return sql.insertTemplate(tx, { name, hash, document, author, origin, message });
    });
    return { name, version };
  }

  /** Once for each version of a template. */
  async #notifyAdministrators(
    tenantId: string,
    template: sql.TemplateVersion,
    issues: readonly ModelIssue[],
  ): Promise<void> {
    const people = await this.#database.withGlobal(SYSTEM, (tx) => sql.listAdministrators(tx, tenantId), 'reads');
    await this.#database.withTenant(systemIn(tenantId), async (tx) => {
      if (await sql.insertTemplateNotice(tx, template))
        await notify(tx, people, templateMismatchNotification(template, issues));
    });
  }
}

import type { ModelChange, ModelDocument, ModelInheritance, ModelOrigin, ModelVersion, PutModel } from '@rise/contract';
import { diffModels, ModelError, parameterFault, parseModel, readModel, type ModelProblem } from '@rise/engine';
import { SYSTEM, systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database.ts';
import { Failure, notFound } from '../kernel/failure.ts';
import { notify } from '../inbox/inbox.service.ts';
import { reportFaults } from '../reports/report-faults.service.ts';
import { findTerms } from '../terms/terms.service.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import type { ModelChecks, WarehouseService } from '../warehouse/warehouse.service.ts';
import { authorOf } from './author.service.ts';
import { detailsOf, DOCUMENT, lineOf, newsOfMisfit, onlyNew, versionOf } from './models.rules.ts';
import * as sql from './models.sql.ts';
import { hashOf, newestModel, prepareModel, storedModel, type PreparedModel } from './stored-models.service.ts';

/** A text to be put in force. */
export interface Push {
  readonly document: string;
  readonly message: string;
  readonly origin: Exclude<ModelOrigin, 'sample'>;
  /** What problems call the text. */
  readonly file?: string;
  /** Who; where left out, the actor's own address. */
  readonly author?: string | null;
  /** The version that the author had before them. */
  readonly basedOn?: number | undefined;
}

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
  /** Slugs of the tenants that have the version now, and of those whose documents don't fit it, with the reasons. */
  readonly followed: readonly string[];
  readonly staying: readonly { readonly slug: string; readonly problems: readonly string[] }[];
}

export interface ModelService {
  versions(actor: TenantActor): Promise<ModelVersion[]>;
  /** A version with its text, the newest where null; NOT_FOUND for one that there is not. */
  read(actor: TenantActor, version: number | null): Promise<ModelDocument>;
  /** Puts a text in force if it is valid, fits the warehouse and breaks no report. Throws the engine's ModelError, CONFLICT. */
  put(actor: TenantActor, push: Push): Promise<PutModel>;
  /** Puts an older version's text in force again. */
  restore(actor: TenantActor, version: number, push: Omit<Push, 'document' | 'origin'>): Promise<PutModel>;
  changes(actor: TenantActor, from: number, to: number): Promise<ModelChange[]>;
  inheritance(actor: TenantActor): Promise<ModelInheritance | null>;
  /** Makes a template's next version, and puts it in force wherever it is extended and fits. Throws the engine's ModelError. */
  putTemplate(push: TemplatePush): Promise<PutTemplate>;
}

const TEMPLATE_NAME = /^[a-z][a-z0-9_]{0,62}$/;

export function createModels(options: { database: Database; warehouses: WarehouseService }): ModelService {
  const { database, warehouses } = options;

  const newest = (actor: TenantActor) =>
    database.withTenant(
      actor,
      async (tx) => {
        const row = await sql.findVersion(tx, null);
        return row && versionOf(row, true);
      },
      'reads',
    );

  const checksOf = (prepared: PreparedModel, file: string, basedOn: number | undefined): ModelChecks => ({
    warehouse(found) {
      const { document: text, templateText: template } = prepared;
      if (found) readModel({ text, file, template, catalogue: found.catalogue, repeated: found.repeated });
    },
    async tenant(tx) {
      const current = await sql.findVersion(tx, null);
      if (basedOn !== undefined && current?.version !== basedOn) {
        const message = `Version ${current?.version ?? 0} is in force by now. Take its changes over and send yours again.`;
        throw new Failure('CONFLICT', message);
      }
      const broken = [...(await parameterProblems(tx, prepared, file)), ...(await reportProblems(tx, prepared))];
      if (broken.length > 0) throw new ModelError(broken);
    },
  });

  /** What a model breaks of the tenant's reports that the one in force does not. */
  const reportProblems = async (tx: TenantTx, { compiled }: PreparedModel): Promise<ModelProblem[]> => {
    const inForce = await newestModel(tx);
    return onlyNew(await reportFaults(tx, compiled.model), inForce ? await reportFaults(tx, inForce.model.model) : []);
  };

  /** Values that the tenant has set and that the model's parameters could not have. */
  const parameterProblems = async (
    tx: TenantTx,
    { compiled }: PreparedModel,
    file: string,
  ): Promise<ModelProblem[]> => {
    const { parameters } = await findTerms(tx);
    return compiled.model.parameters.flatMap((parameter): ModelProblem[] => {
      const value = parameters[parameter.name];
      const fault = value === undefined ? null : parameterFault(parameter, value);
      const message = `${fault} The tenant has set it to '${String(value)}': take that back first.`;
      return fault === null ? [] : [{ file, line: null, column: null, path: `parameters.${parameter.name}`, message }];
    });
  };

  const put: ModelService['put'] = async (actor, push) => {
    const { document, message, origin, file = DOCUMENT, basedOn } = push;
    const prepared = await database.withTenant(
      actor,
      async (tx) => {
        const made = await prepareModel(tx, document, file);
        if (origin === 'person' || origin === 'restored') await keepTemplate(tx, actor, made);
        return made;
      },
      'reads',
    );
    const author = push.author === undefined ? await authorOf(database, actor) : push.author;
    const checks = checksOf(prepared, file, basedOn);
    const changed = await warehouses.useModel(actor, { ...prepared, author, origin, message }, checks);
    return { version: (await newest(actor))!, changed };
  };

  /** Brings a tenant that extends a template to the template's newest version; answers why not where its document does not fit. */
  const follow = async (tenantId: string, template: sql.TemplateVersion): Promise<readonly ModelProblem[] | null> => {
    const actor = systemIn(tenantId);
    const row = await database.withTenant(actor, (tx) => sql.findVersion(tx, null), 'reads');
    if (row?.template !== template.name || row.templateVersion === template.version) return null;
    const message = `${template.name}, version ${template.version}`;
    try {
      await put(actor, { document: row.document, message, origin: 'template', author: null, basedOn: row.version });
      return [];
    } catch (error) {
      // Whoever put another version in force meanwhile has read the newest template.
      if (error instanceof Failure && error.code === 'CONFLICT') return null;
      if (!(error instanceof ModelError)) throw error;
      const { problems } = error;
      const people = await database.withGlobal(SYSTEM, (tx) => sql.administratorsOf(tx, tenantId), 'reads');
      await database.withTenant(actor, async (tx) => {
        if (await sql.noteTold(tx, template)) await notify(tx, people, newsOfMisfit(template, problems));
      });
      return problems;
    }
  };

  const makeTemplate = async (pushed: TemplatePush, hash: string): Promise<sql.TemplateVersion> => {
    const { document, message, file, origin, author } = pushed;
    const { name } = parseModel(document, file);
    if (!TEMPLATE_NAME.test(name)) {
      const remedy = 'A template is extended by its name: use lower-case letters, digits and _.';
      throw new ModelError([{ file, line: null, column: null, path: 'name', message: remedy }]);
    }
    const version = await database.withGlobal(SYSTEM, async (tx) => {
      await sql.holdTemplate(tx, name);
      return sql.insertTemplate(tx, { name, hash, document, author, origin, message });
    });
    return { name, version };
  };

  return {
    put,
    async versions(actor) {
      const rows = await database.withTenant(actor, sql.listVersions, 'reads');
      return rows.map((row, index) => versionOf(row, index === 0));
    },
    async read(actor, version) {
      const [row, current] = await database.withTenant(
        actor,
        (tx) => Promise.all([sql.findVersion(tx, version), sql.findVersion(tx, null)]),
        'reads',
      );
      if (!row) throw notFound();
      return { ...versionOf(row, row.version === current!.version), document: row.document };
    },
    async restore(actor, version, push) {
      const row = await database.withTenant(actor, (tx) => sql.findVersion(tx, version), 'reads');
      if (!row) throw notFound();
      const message = push.message === '' ? `Version ${version} again` : push.message;
      return put(actor, { ...push, message, document: row.document, origin: 'restored' });
    },
    changes: (actor, from, to) =>
      database.withTenant(
        actor,
        async (tx) => {
          const [one, other] = await Promise.all([sql.findVersion(tx, from), sql.findVersion(tx, to)]);
          if (!one || !other) throw notFound();
          const modelOf = async ({ hash }: sql.ModelRow) => (await storedModel(tx, hash)).model;
          return diffModels(await modelOf(one), await modelOf(other));
        },
        'reads',
      ),
    async inheritance(actor) {
      const found = await database.withTenant(
        actor,
        async (tx) => {
          const row = await sql.findVersion(tx, null);
          if (!row || row.template === null || row.templateDocument === null) return null;
          const template = (await sql.newestTemplate(tx, row.template))!;
          return { row, template, model: (await storedModel(tx, row.hash)).model };
        },
        'reads',
      );
      if (!found) return null;
      const { row, template, model } = found;
      const old = parseModel(row.templateDocument!, row.template!);
      const behind = template.version > row.templateVersion!;
      return {
        template: { name: template.name, version: row.templateVersion!, newest: template.version },
        here: diffModels(old, model),
        there: behind ? diffModels(old, parseModel(template.document, template.name)) : [],
        problems: behind ? await misfits(actor, row.document) : [],
      };
    },
    async putTemplate(pushed) {
      const hash = hashOf(pushed.document);
      // What is made again at each start of a server is mostly what is there already.
      const known = await database.withGlobal(SYSTEM, (tx) => sql.templateByHash(tx, hash), 'reads');
      const template = known ?? (await makeTemplate(pushed, hash));
      const followed: string[] = [];
      const staying: { slug: string; problems: string[] }[] = [];
      for (const { id, slug } of await activeTenants(database)) {
        const problems = await follow(id, template);
        if (problems?.length === 0) followed.push(slug);
        else if (problems) staying.push({ slug, problems: problems.map(lineOf) });
      }
      return { template, changed: known === null, followed, staying };
    },
  };

  /** Why a document does not fit the newest version of its template. */
  async function misfits(actor: TenantActor, document: string): Promise<string[]> {
    try {
      const prepared = await database.withTenant(actor, (tx) => prepareModel(tx, document, DOCUMENT), 'reads');
      const checks = checksOf(prepared, DOCUMENT, undefined);
      checks.warehouse(await warehouses.foundBy(actor, prepared.compiled));
      await database.withTenant(actor, checks.tenant, 'reads');
      return [];
    } catch (error) {
      if (error instanceof ModelError) return error.problems.map(lineOf);
      throw error;
    }
  }
}

/** A template's rules would mean little to a person who could leave it: that is for the operator's command line. */
async function keepTemplate(tx: TenantTx, actor: TenantActor, made: PreparedModel): Promise<void> {
  const current = await sql.findVersion(tx, null);
  const template = current?.template ?? null;
  if (actor.accountId === null || template === null || made.template?.name === template) return;
  const message = `Your model extends '${template}', and only the operator can change that. Begin it with \`extends: ${template}\`.`;
  throw new ModelError([{ file: DOCUMENT, line: 1, column: 1, path: 'extends', message }]);
}

/** How the caller is told what is wrong with a model. */
export function modelFailure({ problems }: ModelError): Failure {
  return new Failure('MODEL_INVALID', undefined, detailsOf(problems));
}

import { MAX_ROWS, semanticQuery, type QueryResult } from '@rise/contract';
import { restrictionsOn } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { readerOf, type QueryService } from '../query/query.service.ts';
import type { Warehouse } from '../warehouse/warehouse.service.ts';
import { createLexicon, type DateRange, type Lexicon } from './lexicon.rules.ts';
import {
  asOfDimension,
  entityOf,
  lexiconSources,
  searchableDimensions,
  type VisibleData,
} from './lexicon-sources.rules.ts';

/** The most readers with different rights whose words are cached for one warehouse. */
const MOST_READERS = 50;

/**
 * What questions can name: the names of the model and the values in the data, both only as far as the asker may see
 * them. Read once for each state of a warehouse and for readers with equal rights.
 */
export class QuestionLexicons {
  readonly #queries: QueryService;
  readonly #known = new WeakMap<object, Map<string, Promise<Lexicon>>>();

  constructor({ queries }: { queries: QueryService }) {
    this.#queries = queries;
  }

  async of(warehouse: Warehouse, actor: TenantActor): Promise<Lexicon> {
    const holder = holderOf(warehouse);
    const known = this.#known.get(holder) ?? new Map<string, Promise<Lexicon>>();
    this.#known.set(holder, known);
    const key = `${stateKey(warehouse)} ${rightsKey(warehouse, actor)}`;
    const found = known.get(key);
    if (found) return found;
    if (known.size >= MOST_READERS) known.delete(known.keys().next().value!);
    const reading = this.#read(warehouse, actor);
    known.set(key, reading);
    // A failure is not cached: the next question tries again.
    reading.catch(() => known.delete(key));
    return reading;
  }

  async #read(warehouse: Warehouse, actor: TenantActor): Promise<Lexicon> {
    const hidden = this.#queries.hiddenFieldsIn(warehouse, actor);
    const names = [...warehouse.model.datasets.keys()];
    const data = await Promise.all(
      names.map(
        async (name) => [name, await this.#dataOf(warehouse, actor, name, hidden.get(name) ?? new Set())] as const,
      ),
    );
    const byName = new Map(data);
    return createLexicon(lexiconSources(warehouse.model, (name) => byName.get(name)!));
  }

  async #dataOf(
    warehouse: Warehouse,
    actor: TenantActor,
    name: string,
    hidden: ReadonlySet<string>,
  ): Promise<VisibleData> {
    const compiled = warehouse.model.datasets.get(name)!;
    const visible = searchableDimensions(compiled).filter((dimension) => !hidden.has(dimension.name));
    const run = async (query: object): Promise<QueryResult> => {
      // Not the asker's signal: others wait for the same words.
      const { signal } = new AbortController();
      const result = await this.#queries.runIn(
        warehouse,
        actor,
        semanticQuery.parse({ dataset: name, ...query }),
        signal,
      );
      return JSON.parse(result.text) as QueryResult;
    };
    const values = new Map<string, string[]>();
    for (const dimension of visible) {
      const { rows, meta } = await run({ dimensions: [dimension.name], limit: MAX_ROWS });
      // With a part of the values, a name could be missed: such dimensions are not searched at all.
      if (!meta.truncated)
        values.set(
          dimension.name,
          rows.flatMap(([value]) => (value === null ? [] : [String(value)])),
        );
    }
    const entity = entityOf(compiled);
    const keysOfName = new Map<string, string[]>();
    if (entity && !hidden.has(entity.key) && values.has(entity.name)) {
      const { rows } = await run({ dimensions: [entity.key, entity.name], limit: MAX_ROWS });
      for (const [key, own] of rows) keysOfName.set(String(own), [...(keysOfName.get(String(own)) ?? []), String(key)]);
    }
    // A text with the key in it names each member once more, and nothing else.
    const members = [...keysOfName.values()].flat().length;
    for (const [dimension, own] of values)
      if (members > 0 && dimension !== entity?.name && own.length >= members) values.delete(dimension);
    const date = asOfDimension(compiled, [...compiled.dimensions.values()]);
    return { hidden, values, keysOfName, dates: date === null || hidden.has(date) ? null : await datesOf(date, run) };
  }
}

async function datesOf(date: string, run: (query: object) => Promise<QueryResult>): Promise<DateRange | null> {
  const end = async (direction: 'asc' | 'desc') => {
    const filter = { field: date, op: 'isNotNull' };
    const { rows } = await run({ dimensions: [date], filter, order: [{ field: date, direction }], limit: 1 });
    const value = rows[0]?.[0];
    return value === null || value === undefined ? null : String(value).slice(0, 10);
  };
  const from = await end('asc');
  const to = from === null ? null : await end('desc');
  return from === null || to === null ? null : { from, to };
}

/**
 * What the words live as long as: the model, where the data is in our own files, since some readers have their warehouse
 * composed again for each question. A server's data can change without a change of ours.
 */
const holderOf = (warehouse: Warehouse): object => ('file' in warehouse.version ? warehouse.model : warehouse);

/** What the words of one model depend on besides rights: its data, and settings, by which columns have their values. */
const stateKey = ({ tenantId, version, tenantSettings, today }: Warehouse): string =>
  JSON.stringify([tenantId, version.number, tenantSettings.revision, today]);

/** Equal for actors who see the same rows and columns. */
function rightsKey({ model }: Warehouse, actor: TenantActor): string {
  const restrictions = restrictionsOn(model, [...model.datasets.keys()], readerOf(actor));
  return JSON.stringify([actor.kind === 'embed' ? actor.embed : null, restrictions]);
}

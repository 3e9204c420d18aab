import {
  localize,
  semanticQuery,
  type Language,
  type QuestionAnswer,
  type QuestionReading,
  type ReadingPart,
  type RefusalReason,
  type SemanticQuery,
} from '@rise/contract';
import { QueryError, reportedIn } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { Database } from '../kernel/database/database.ts';
import type { QueryService } from '../query/query.service.ts';
import { todayIn } from '../tenant-settings/tenant-settings.service.ts';
import { ownTenant } from '../tenants/tenants.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { alternativesOf, similarMeasures } from './alternatives.rules.ts';
import { describeQuery, titleOf, toChoice, type DescribeContext } from './describe.rules.ts';
import { followUp } from './follow-up.rules.ts';
import { titleOfValue, type Lexicon } from './lexicon.rules.ts';
import type { MatchedWords } from './matches.rules.ts';
import { QuestionLexicons } from './question-lexicons.service.ts';
import { dayIn, questionTexts } from './question-texts.ts';
import { isOfData } from './about-data.rules.ts';
import { nearestMeasures } from './nearest.rules.ts';
import type { QueryInput } from './reading-draft.rules.ts';
import type { Reading } from './reading.rules.ts';
import { matchQuestion, MOST_CHOICES, understand, type Understanding } from './understand.rules.ts';

export interface QuestionInput {
  readonly question: string;
  readonly language: Language;
  readonly previous?: SemanticQuery | undefined;
  readonly query?: SemanticQuery | undefined;
}

interface Run {
  readonly actor: TenantActor;
  readonly warehouse: Warehouse;
  readonly lexicon: Lexicon;
  readonly language: Language;
  readonly home: string | null;
  readonly signal: AbortSignal;
}

interface Understood {
  readonly answer: QuestionAnswer;
  readonly isAboutData: boolean;
}

/** Words with a meaning that the planner rejects. */
const UNPLANNED: Understanding & { kind: 'refuse' } = {
  kind: 'refuse',
  failure: { obstacle: 'unused_words', from: 0, to: 0 },
  without: null,
  unknown: [],
};

/** Reads questions as semantic queries, with the asker's rights: what they may not see is neither matched nor suggested. */
export class QuestionService {
  readonly #warehouses: WarehouseService;
  readonly #queries: QueryService;
  readonly #lexicons: QuestionLexicons;
  readonly #database: Database;

  constructor({
    database,
    warehouses,
    queries,
  }: {
    database: Database;
    warehouses: WarehouseService;
    queries: QueryService;
  }) {
    this.#database = database;
    this.#warehouses = warehouses;
    this.#queries = queries;
    this.#lexicons = new QuestionLexicons({ queries });
  }

  /** How a question is understood, or an alternative of it that was chosen. QUERY_INVALID for one that the planner rejects. */
  async read(actor: TenantActor, input: QuestionInput, signal: AbortSignal): Promise<QuestionAnswer> {
    const run = await this.#start(actor, input.language, signal);
    if (input.query) return { kind: 'reading', reading: this.#chosen(input.query, run) };
    return this.#understand(input, run).answer;
  }

  /** The same, with whether the question is about data at all, as far as its words tell. */
  async understand(actor: TenantActor, input: QuestionInput, signal: AbortSignal): Promise<Understood> {
    return this.#understand(input, await this.#start(actor, input.language, signal));
  }

  /** What the actor can name in the tenant's data. */
  async lexiconOf(actor: TenantActor): Promise<Lexicon> {
    return this.#lexicons.of(await this.#warehouses.ofRequest(actor), actor);
  }

  async #start(actor: TenantActor, language: Language, signal: AbortSignal): Promise<Run> {
    const warehouse = await this.#warehouses.ofRequest(actor);
    const [lexicon, home] = await Promise.all([this.#lexicons.of(warehouse, actor), this.#homeOf(actor)]);
    return { actor, warehouse, lexicon, language, home, signal };
  }

  /** Which member of the data the tenant is: what “our” means. */
  async #homeOf(actor: TenantActor): Promise<string | null> {
    return (await this.#database.withTenant(actor, ownTenant, 'reads'))?.homeMember ?? null;
  }

  /** The title of a dimension's value in a language, for those who show results. */
  async valueTitles(
    actor: TenantActor,
    dataset: string,
    language: Language,
  ): Promise<(dimension: string, value: unknown) => string> {
    const warehouse = await this.#warehouses.ofRequest(actor);
    const { dimensions } = warehouse.model.datasets.get(dataset)!;
    return (dimension, value) => titleOfValue(dimensions.get(dimension), value, language);
  }

  #chosen(query: SemanticQuery, run: Run): QuestionReading {
    const context = describeContext(query.dataset, run);
    if (!context) throw new UserError('QUERY_INVALID', `There is no dataset '${query.dataset}'.`);
    const hidden = namesIn(query).filter((name) =>
      this.#queries.hiddenFieldsIn(run.warehouse, run.actor).get(query.dataset)?.has(name),
    );
    if (hidden.length > 0)
      throw new UserError('QUERY_INVALID', `There is no field '${hidden[0]}' in '${query.dataset}'.`);
    this.#queries.checkIn(run.warehouse, run.actor, query, run.signal);
    return this.#toReading(query, context, run, null, null);
  }

  #understand({ question, previous }: QuestionInput, run: Run): Understood {
    const { lexicon, language, home } = run;
    const context = { lexicon, language, home, time: timeOf(run) };
    const matched = matchQuestion(question, context);
    const followed = previous ? followUp(matched, previous as QueryInput, context) : null;
    const found = followed ?? understand(matched, context);
    if (found.kind === 'refuse') {
      const isAboutData = isOfData(found, matched, context, previous !== undefined);
      return { answer: this.#refusal(found, matched, question, run), isAboutData };
    }
    const readings = found.kind === 'answer' ? [found.reading] : found.readings;
    const planned = readings.flatMap((reading) => {
      const query = this.#planned(reading, run);
      return query ? [{ reading, query }] : [];
    });
    const [first] = planned;
    if (!first) return { answer: this.#refusal(UNPLANNED, matched, question, run), isAboutData: true };
    if (planned.length > 1 || (found.kind === 'ask' && found.isOpen)) {
      const choices = planned.map(({ query }) => toChoice(query, describeContext(query.dataset, run)!));
      return { answer: { kind: 'choices', choices }, isAboutData: true };
    }
    const described = describeContext(first.query.dataset, run)!;
    const source = { reading: first.reading, matched, question };
    const reading = this.#toReading(first.query, described, run, source, first.reading.view);
    return { answer: { kind: 'reading', reading }, isAboutData: true };
  }

  /** The reading's query if the planner accepts it. */
  #planned({ query }: Pick<Reading, 'query'>, run: Run): SemanticQuery | null {
    const parsed = semanticQuery.safeParse(query);
    return parsed.success && this.#isPlannable(parsed.data, run) ? parsed.data : null;
  }

  #isPlannable(query: SemanticQuery, { warehouse, actor, signal }: Run): boolean {
    try {
      this.#queries.checkIn(warehouse, actor, query, signal);
      return true;
    } catch (error) {
      if (error instanceof QueryError) return false;
      throw error;
    }
  }

  #toReading(
    query: SemanticQuery,
    context: DescribeContext,
    run: Run,
    source: { reading: Reading; matched: MatchedWords; question: string } | null,
    view: QuestionReading['view'],
  ): QuestionReading {
    // Measures by dimensions can be any; what is computed of them may exclude others, so that is planned.
    const isSimple = isPlain(query) && !context.dataset.isCombined;
    const parts = describeQuery(query, context).map((part): ReadingPart => {
      const { alternatives, without } = alternativesOf(part, query, context);
      return {
        ...part,
        ...measureOf(part.key, context),
        words: source && wordsOf(part.key, source),
        alternatives: alternatives.filter((item) => isSimple || this.#isPlannable(item.query, run)),
        without: without && (isSimple || this.#isPlannable(without, run)) ? without : null,
      };
    });
    const inOrder = parts.toSorted((a, b) => (a.words?.offset ?? Infinity) - (b.words?.offset ?? Infinity) || 0);
    return {
      title: titleOf(query, context),
      query,
      parts: source ? inOrder : parts,
      labels: labelsOf(query, context),
      view,
    };
  }

  #refusal(
    found: Understanding & { kind: 'refuse' },
    matched: MatchedWords,
    question: string,
    run: Run,
  ): QuestionAnswer {
    const { failure, without, unknown } = found;
    const reason: RefusalReason = failure.obstacle;
    const texts = questionTexts(run.language);
    const nearest = [
      ...(without ? [without.query] : []),
      ...(without && reason === 'not_additive' ? membersOf(without.query) : []),
      ...nearestMeasures(matched, run.lexicon).map(({ dataset, measure }): QueryInput => ({
        dataset,
        measures: [measure],
      })),
      ...(without && Array.isArray(without.query['measures'])
        ? similarMeasures(
            String(without.query['measures'][0]),
            run.lexicon.datasets.find(({ name }) => name === without.dataset)!,
          ).map((measure): QueryInput => ({ dataset: without.dataset, measures: [measure] }))
        : []),
    ];
    const choices = new Map(
      nearest.flatMap((input) => {
        const query = this.#planned({ query: input }, run);
        return query ? [[JSON.stringify(query), toChoice(query, describeContext(query.dataset, run)!)] as const] : [];
      }),
    );
    const dates = run.lexicon.datasets.map((dataset) => dataset.dates).find((range) => range !== null);
    const isOfDates = (reason === 'no_dates' || reason === 'one_date') && dates;
    return {
      kind: 'refusal',
      reason,
      message: isOfDates
        ? `${texts.refusals[reason]} ${texts.dates(dayIn(dates.from, run.language), dayIn(dates.to, run.language))}`
        : texts.refusals[reason],
      unknown: unknown.map(({ from, to }) => placeOf(matched, question, from, to)),
      nearest: [...choices.values()].slice(0, MOST_CHOICES),
    };
  }
}

/** What a ratio is of each member on its own, which its average would be of. */
function membersOf({ dataset, measures, filter }: QueryInput): QueryInput[] {
  const [measure] = Array.isArray(measures) ? (measures as unknown[]) : [];
  if (measure === undefined) return [];
  return [{ kind: 'distribution', dataset, measure, ...(filter !== undefined && { filter }) }];
}

/** Whether a query only groups, filters and orders. */
const isPlain = (query: SemanticQuery): boolean =>
  query.kind === 'aggregate' &&
  query.calculations.length === 0 &&
  !query.having &&
  !query.top &&
  !query.subtotals &&
  !query.customMeasures;

/** Titles of the declared values of what a query groups by. */
function labelsOf(query: SemanticQuery, { dataset, language }: DescribeContext): QuestionReading['labels'] {
  const names = query.kind === 'aggregate' ? query.dimensions.filter((item) => typeof item === 'string') : [];
  const titled = names.flatMap((name) => {
    const { values = [], bands = [] } = dataset.dimensions.get(name) ?? {};
    const titles = [...values, ...bands].map(({ value, title }) => [String(value), localize(title, language)] as const);
    return titles.length > 0 ? [[name, Object.fromEntries(titles)] as const] : [];
  });
  return Object.fromEntries(titled);
}

function measureOf(key: string, { dataset, language }: DescribeContext): Pick<ReadingPart, 'definition' | 'format'> {
  const measure = key.startsWith('measure:') ? dataset.measures.get(key.slice('measure:'.length)) : undefined;
  return { definition: measure ? localize(measure.definition, language) : null, format: measure?.format ?? null };
}

/** All texts of a query, the names of its fields among them. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...(value.match(/\w+/g) ?? [])];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : [];
}

function timeOf({ warehouse }: Run) {
  const { calendar } = warehouse.tenantSettings;
  const asOf = warehouse.version.asOf ?? warehouse.today ?? todayIn(calendar);
  return { asOf, fiscalYearStart: calendar.fiscalYearStart };
}

function describeContext(name: string, { lexicon, warehouse, language }: Run): DescribeContext | null {
  const dataset = lexicon.datasets.find((item) => item.name === name);
  const { calendar, currency } = warehouse.tenantSettings;
  const today = warehouse.today ?? todayIn(calendar);
  if (!dataset) return null;
  return {
    dataset,
    language,
    asOf: warehouse.version.asOf,
    today,
    calendar,
    currency: reportedIn(warehouse.model.model, currency),
  };
}

function placeOf({ tokens }: MatchedWords, question: string, from: number, to: number) {
  const start = tokens[from]?.from ?? 0;
  const end = tokens[to - 1]?.to ?? start;
  return { offset: start, text: question.slice(start, end) };
}

/** The words of the question that a part comes from. Parts and readings name the same things by a few different keys. */
function wordsOf(
  key: string,
  { reading, matched, question }: { reading: Reading; matched: MatchedWords; question: string },
) {
  const place = reading.places.get(key === 'order' ? 'rank' : key);
  return place ? placeOf(matched, question, place.from, place.to) : null;
}

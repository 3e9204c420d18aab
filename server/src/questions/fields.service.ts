import type { Language, SemanticQuery } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import {
  cardOf,
  findValues,
  listFields,
  nearestNames,
  scoreFields,
  type FieldCard,
  type FoundValue,
} from './fields.rules.ts';
import { flatQuery, ProposalError, toSemanticQuery, type FlatQuery } from './flat-query.rules.ts';
import type { DatasetLexicon, Lexicon } from './lexicon.rules.ts';
import { matchWords } from './matches.rules.ts';
import type { QuestionService } from './questions.service.ts';
import { tokensOf } from './tokens.rules.ts';

export { flatQuery };
export type { FieldCard };

/** Of a form of a word, not of a word that was corrected. */
const SURE = 0.94;

/**
 * What the model offers to programs that propose queries: its fields, the values that they can be filtered by, and the
 * semantic query of a flat one. All of it with the asker's rights; what they may not see is not named, not even as the
 * nearest name.
 */
export class FieldService {
  readonly #questions: QuestionService;

  constructor({ questions }: { questions: QuestionService }) {
    this.#questions = questions;
  }

  /** Fields that a text is about, best first; without a text all of them. */
  async find(actor: TenantActor, text: string, language: Language): Promise<FieldCard[]> {
    const lexicon = await this.#questions.lexiconOf(actor);
    const tokens = tokensOf(text);
    if (tokens.length === 0) return listFields(lexicon.datasets, language);
    return scoreFields(matchWords(tokens, lexicon), lexicon).flatMap(
      ({ dataset, name }) => cardOf(dataset, name, language) ?? [],
    );
  }

  /** Whether a text has a word of a name in the model, as it is or in one of its forms. */
  async isNamedIn(actor: TenantActor, text: string): Promise<boolean> {
    const lexicon = await this.#questions.lexiconOf(actor);
    const { matches } = matchWords(tokensOf(text), lexicon);
    return matches.some((forms) =>
      [...forms].some(([word, { quality }]) => word.length > 3 && quality >= SURE && lexicon.modelWords.has(word)),
    );
  }

  /** QUERY_INVALID, with the nearest names, for a field that the actor has not. */
  async describe(actor: TenantActor, at: { dataset: string; field: string }, language: Language): Promise<FieldCard> {
    const dataset = datasetOf(await this.#questions.lexiconOf(actor), at.dataset);
    const card = cardOf(dataset, at.field, language);
    if (!card) throw missing('field', at.field, [...dataset.dimensions.keys(), ...dataset.measures.keys()]);
    return card;
  }

  /** Values of a dimension whose names begin with a text's words. */
  async values(
    actor: TenantActor,
    { dataset: name, field, text }: { dataset: string; field: string; text: string },
  ): Promise<FoundValue[]> {
    const dataset = datasetOf(await this.#questions.lexiconOf(actor), name);
    if (!dataset.dimensions.has(field)) throw missing('dimension', field, dataset.dimensions.keys());
    return findValues(dataset, field, text);
  }

  /** QUERY_INVALID for names that the actor has not; the planner has not seen the result yet. */
  async query(actor: TenantActor, flat: FlatQuery): Promise<SemanticQuery> {
    const lexicon = await this.#questions.lexiconOf(actor);
    try {
      return toSemanticQuery(flat, lexicon);
    } catch (error) {
      if (error instanceof ProposalError) throw new UserError('QUERY_INVALID', error.message);
      throw error;
    }
  }
}

function datasetOf({ datasets }: Lexicon, name: string): DatasetLexicon {
  const found = datasets.find((dataset) => dataset.name === name);
  if (!found)
    throw missing(
      'dataset',
      name,
      datasets.map((dataset) => dataset.name),
    );
  return found;
}

function missing(what: string, name: string, names: Iterable<string>): UserError {
  const near = nearestNames(name, names);
  const hint = near.length > 0 ? ` The nearest: ${near.join(', ')}.` : '';
  return new UserError('QUERY_INVALID', `There is no ${what} '${name.slice(0, 100)}'.${hint}`);
}

import {
  MOST_RULES,
  ROLES,
  SEARCH_PAGE,
  localize,
  type Language,
  type NewHiddenEntry,
  type NewSearchPin,
  type NewSearchSynonym,
  type SearchCuration,
  type SearchIndex,
  type SearchSynonym,
  type SearchSynonyms,
} from '@rise/contract';
import { permissionsOf, type Actor } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { invalidField, notFound, UserError } from '../kernel/errors/user-error.ts';
import type { Finder, SearchSources } from './finder.ts';
import { words } from './folded-words.ts';
import * as sql from './search-administration.sql.ts';
import type { SearchRebuilder } from './search-rebuild.service.ts';
import type { CuratedEntry } from './search-rules.service.ts';
import { allHidden, allPins } from './search-rules.sql.ts';

/** The longest term, in words. */
const MOST_WORDS = 8;
const NOT_FOUND_ENTRY = 'Choose a result that you can open. To choose a report or data, enter its organization first.';

interface AdministrationOptions {
  readonly database: Database;
  readonly finder: Finder;
  readonly sources: SearchSources;
  readonly rebuilder: SearchRebuilder;
}

/** What administrators of the installation set for everyone's search. Each change counts from the next search on. */
export class SearchAdministrationService {
  readonly #database: Database;
  readonly #options: AdministrationOptions;

  constructor(options: AdministrationOptions) {
    this.#database = options.database;
    this.#options = options;
  }

  async readIndex(actor: Actor): Promise<SearchIndex> {
    const { rebuilder, sources } = this.#options;
    const pages = (await sources.pages?.(withAllRights(actor))) ?? [];
    const documentation = (await sources.documentation?.(actor)) ?? [];
    return {
      ...(await rebuilder.describe(actor)),
      shared: { pages: pages.length, documentation: documentation.length },
    };
  }

  async startRebuild(actor: Actor): Promise<SearchIndex> {
    await this.#options.rebuilder.request(actor);
    return this.readIndex(actor);
  }

  async cancelRebuild(actor: Actor, id: string): Promise<SearchIndex> {
    await this.#options.rebuilder.cancel(actor, id);
    return this.readIndex(actor);
  }

  async listSynonyms(actor: Actor, { search, page }: { search: string; page: number }): Promise<SearchSynonyms> {
    const range = { search: search.replaceAll('\0', ' '), limit: SEARCH_PAGE, offset: (page - 1) * SEARCH_PAGE };
    const rows = await this.#database.withGlobal(actor, (tx) => sql.listSynonyms(tx, range), 'reads');
    return {
      synonyms: rows.map(({ id, language, from, to, isTwoWay }) => ({ id, language, from, to, isTwoWay })),
      total: rows[0]?.total ?? 0,
    };
  }

  /** CONFLICT where the same is there already, or there are too many. */
  async addSynonym(actor: Actor, synonym: NewSearchSynonym): Promise<SearchSynonym> {
    checkSynonym(synonym);
    return this.#change(actor, async (tx) => {
      await requireSpace(tx, 'synonyms');
      await requireNewSynonym(tx, synonym, null);
      actor.record?.note({ after: synonym });
      return { id: await sql.insertSynonym(tx, synonym), ...synonym };
    });
  }

  async changeSynonym(actor: Actor, id: string, synonym: NewSearchSynonym): Promise<SearchSynonym> {
    checkSynonym(synonym);
    return this.#change(actor, async (tx) => {
      const before = await sql.findSynonym(tx, id);
      if (!before) throw notFound();
      await requireNewSynonym(tx, synonym, id);
      await sql.updateSynonym(tx, id, synonym);
      actor.record?.note({ before, after: synonym });
      return { id, ...synonym };
    });
  }

  async removeSynonym(actor: Actor, id: string): Promise<null> {
    return this.#change(actor, async (tx) => {
      const before = await sql.findSynonym(tx, id);
      if (!before) throw notFound();
      await sql.deleteSynonym(tx, id);
      actor.record?.note({ before });
      return null;
    });
  }

  async readCuration(actor: Actor, language: Language): Promise<SearchCuration> {
    const [pins, hidden] = await this.#database.withGlobal(
      actor,
      async (tx) => [await allPins(tx), await allHidden(tx)] as const,
      'reads',
    );
    const hits = await this.#options.finder.read(withAllPages(actor), [...pins, ...hidden]);
    const titles = new Map(hits.map(({ set, id, title }) => [`${set} ${id}`, localize(title, language)]));
    const listed = ({ set, entry }: CuratedEntry) => {
      const title = titles.get(`${set} ${entry}`) ?? null;
      return { set, entry: title === null ? null : entry, title };
    };
    return {
      pins: pins.map(({ id, term, ...pin }) => ({ id, term, ...listed(pin) })),
      hidden: hidden.map(({ id, ...entry }) => ({ id, ...listed(entry) })),
    };
  }

  async pin(actor: Actor, pin: NewSearchPin, language: Language): Promise<SearchCuration> {
    requireWords('term', pin.term);
    await this.#requireEntry(actor, pin);
    await this.#change(actor, async (tx) => {
      await requireSpace(tx, 'pins');
      if (!(await sql.insertPin(tx, pin)))
        throw new UserError('CONFLICT', 'This result is pinned for the same term already.');
      actor.record?.note({ after: pin });
    });
    return this.readCuration(actor, language);
  }

  async unpin(actor: Actor, id: string, language: Language): Promise<SearchCuration> {
    await this.#change(actor, async (tx) => {
      const before = await sql.deletePin(tx, id);
      if (!before) throw notFound();
      actor.record?.note({ before });
    });
    return this.readCuration(actor, language);
  }

  async hide(actor: Actor, entry: NewHiddenEntry, language: Language): Promise<SearchCuration> {
    await this.#requireEntry(actor, entry);
    await this.#change(actor, async (tx) => {
      await requireSpace(tx, 'hidden');
      if (!(await sql.insertHidden(tx, entry))) throw new UserError('CONFLICT', 'This entry is hidden already.');
      actor.record?.note({ after: entry });
    });
    return this.readCuration(actor, language);
  }

  async unhide(actor: Actor, id: string, language: Language): Promise<SearchCuration> {
    await this.#change(actor, async (tx) => {
      const before = await sql.deleteHidden(tx, id);
      if (!before) throw notFound();
      actor.record?.note({ before });
    });
    return this.readCuration(actor, language);
  }

  /** The same error for what does not exist and for what is in an organization in which the actor is not. */
  async #requireEntry(actor: Actor, entry: CuratedEntry): Promise<void> {
    const found = await this.#options.finder.read(withAllPages(actor), [entry]);
    if (found.length === 0) throw invalidField('entry', NOT_FOUND_ENTRY);
  }

  #change<T>(actor: Actor, work: (tx: GlobalTx) => Promise<T>): Promise<T> {
    return this.#database.withGlobal(actor, async (tx) => {
      await sql.lockRules(tx);
      return work(tx);
    });
  }
}

const withAllRights = (actor: Actor): Actor => ({ ...actor, permissions: permissionsOf(ROLES) });
/** Pages are the same for all; a page that only others may open can be pinned and hidden too. A tenant's entries cannot. */
const withAllPages = (actor: Actor): { readonly actor: Actor; readonly pagesAs: Actor } => ({
  actor,
  pagesAs: withAllRights(actor),
});

function checkSynonym({ from, to }: NewSearchSynonym): void {
  requireWords('from', from);
  requireWords('to', to);
  if (words(from).join(' ') === words(to).join(' '))
    throw invalidField('to', 'The search compares these as the same already. Write another word.');
}

function requireWords(field: string, text: string): void {
  const count = words(text).length;
  if (count === 0) throw invalidField(field, 'Write at least one letter or digit.');
  if (count > MOST_WORDS) throw invalidField(field, `Use at most ${MOST_WORDS} words.`);
}

async function requireNewSynonym(tx: GlobalTx, synonym: NewSearchSynonym, except: string | null): Promise<void> {
  if (await sql.hasSynonym(tx, synonym, except)) throw new UserError('CONFLICT', 'This synonym exists already.');
}

async function requireSpace(tx: GlobalTx, kind: keyof typeof MOST_RULES): Promise<void> {
  if ((await sql.countRules(tx))[kind] >= MOST_RULES[kind])
    throw new UserError('CONFLICT', `There can be at most ${MOST_RULES[kind]}. Delete one first.`);
}

import {
  ROLE_PERMISSIONS,
  type ApprovalRule,
  type LocalizedText,
  type MappingChanges,
  type MappingProposal,
  type Role,
} from '@rise/contract';
import { notify } from '../inbox/inbox.service.ts';
import { accountOf, SYSTEM, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { authorOf } from '../models/author.service.ts';
import * as sql from './approval.sql.ts';
import type { MappingService } from './mappings.service.ts';

/** Roles whose holders may change mappings, and thus approve changes of others. */
const APPROVING = (Object.keys(ROLE_PERMISSIONS) as Role[]).filter((role) =>
  ROLE_PERMISSIONS[role].includes('configuration.manage'),
);

interface ProposalRequest extends MappingChanges {
  readonly type: string;
  readonly basedOn: number;
  readonly restore?: number | undefined;
  readonly message: string;
}

interface Decision {
  readonly type: string;
  readonly number: number;
  readonly decision: 'approve' | 'refuse' | 'withdraw';
  readonly reason: string;
}

/** Changes of mappings that need a second person. */
export class MappingApprovalService {
  readonly #database: Database;
  readonly #mappings: MappingService;

  constructor({ database, mappings }: { database: Database; mappings: MappingService }) {
    this.#database = database;
    this.#mappings = mappings;
  }

  async rule(actor: TenantActor): Promise<ApprovalRule & { approvers: number }> {
    const rule = await this.#database.withTenant(actor, sql.findApprovalRule, 'reads');
    return { ...rule, approvers: (await this.#othersWhoApprove(actor)).length };
  }

  /** Open proposals stay open, whatever the rule is. */
  async setRule(actor: TenantActor, rule: ApprovalRule): Promise<ApprovalRule & { approvers: number }> {
    const others = await this.#othersWhoApprove(actor);
    await this.#database.withTenant(actor, async (tx) => {
      await sql.saveApprovalRule(tx, rule);
      await notify(tx, others, { kind: 'approvals', icon: 'settings', ...RULE_CHANGED, link: '/configuration' });
      await publishChange(tx);
    });
    return this.rule(actor);
  }

  async list(actor: TenantActor, type: string | null): Promise<MappingProposal[]> {
    const rows = await this.#database.withTenant(actor, (tx) => sql.listProposals(tx, type), 'reads');
    return rows.map((row) => toProposal(row, actor));
  }

  /** Throws VALIDATION_FAILED as a change does, NOT_FOUND for an unknown type or version. */
  async propose(
    actor: TenantActor,
    { type, basedOn, restore, message, ...changes }: ProposalRequest,
  ): Promise<MappingProposal> {
    const accountId = accountOf(actor);
    const proposed = await this.#mappings.proposal(actor, { type, basedOn, to: restore ?? changes });
    const author = (await authorOf(this.#database, actor)) ?? '';
    const others = await this.#othersWhoApprove(actor);
    const row = await this.#database.withTenant(actor, async (tx) => {
      const number = await sql.insertProposal(tx, { type, basedOn, changes: proposed, message, accountId, author });
      const texts = proposalTexts(author, type, message);
      await notify(tx, others, { kind: 'approvals', icon: 'settings', ...texts, link: linkTo(type) });
      await publishChange(tx);
      return (await sql.findProposal(tx, type, number))!;
    });
    return toProposal(row, actor);
  }

  /** Throws NOT_FOUND, and CONFLICT where it is decided already or cannot be applied any more. */
  async decide(actor: TenantActor, { type, number, decision, reason }: Decision): Promise<MappingProposal> {
    const proposal = await this.#database.withTenant(actor, (tx) => sql.findProposal(tx, type, number), 'reads');
    if (!proposal) throw notFound();
    if (proposal.state !== 'open') throw decided();
    const own = proposal.accountId === actor.accountId;
    if (own !== (decision === 'withdraw'))
      throw new UserError(
        'CONFLICT',
        own ? OWN_PROPOSAL : 'Only its author can withdraw a proposal. Refuse it instead.',
      );
    const by = await authorOf(this.#database, actor);
    const record = async (tx: TenantTx, state: MappingProposal['state'], version: number | null) => {
      const note = state === 'refused' ? reason : null;
      if (!(await sql.decideProposal(tx, proposal, { state, by, reason: note, version }))) throw decided();
      if (!own) {
        const texts = outcomeTexts(by ?? '', proposal, state === 'approved' ? null : reason);
        await notify(tx, [proposal.accountId], { kind: 'approvals', icon: 'settings', ...texts, link: linkTo(type) });
      }
      await publishChange(tx);
    };
    if (decision === 'approve') {
      const { basedOn, changes, author, message } = proposal;
      const approval = { by, record: (tx: TenantTx, version: number) => record(tx, 'approved', version) };
      const put = await this.#mappings.apply(actor, { type, basedOn, changes, author, message, approval });
      // What it proposes is so already: nothing was written.
      if (!put.changed)
        await this.#database.withTenant(actor, (tx) => record(tx, 'approved', put.table.version || null));
    } else {
      const state = decision === 'refuse' ? 'refused' : 'withdrawn';
      await this.#database.withTenant(actor, (tx) => record(tx, state, null));
    }
    const row = await this.#database.withTenant(actor, (tx) => sql.findProposal(tx, type, number), 'reads');
    return toProposal(row!, actor);
  }

  async #othersWhoApprove({ tenantId, accountId }: TenantActor): Promise<string[]> {
    const people = await this.#database.withGlobal(
      SYSTEM,
      (tx) => sql.listPeopleWithRole(tx, tenantId, APPROVING),
      'reads',
    );
    return people.filter((id) => id !== accountId);
  }
}

/** Open pages read codes, proposals and rules again. */
const publishChange = (tx: TenantTx) => publish(tx, { kind: 'alerts', to: { tenants: [tx.tenantId] } });

const linkTo = (type: string) => `/configuration/${type}?open=proposals`;
const OWN_PROPOSAL = 'Your own proposal needs another person’s approval. You can withdraw it.';
const decided = () => new UserError('CONFLICT', 'This proposal is decided already. Reload to see the outcome.');

const RULE_CHANGED = {
  title: { en: 'Approval of mappings changed', tr: 'Eşleştirme onayı değişti' },
  description: {
    en: 'Which types need approval was changed.',
    tr: 'Hangi türlerin onay gerektirdiği değiştirildi.',
  },
} satisfies { title: LocalizedText; description: LocalizedText };

const short = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

function proposalTexts(author: string, type: string, message: string) {
  return {
    title: { en: `Approval needed: ${type}`, tr: `Onay gerekiyor: ${type}` },
    description: { en: `${author}: ${short(message)}`, tr: `${author}: ${short(message)}` },
  };
}

function outcomeTexts(by: string, { type }: { type: string }, reason: string | null) {
  const title =
    reason === null
      ? { en: `Approved: ${type}`, tr: `Onaylandı: ${type}` }
      : { en: `Refused: ${type}`, tr: `Reddedildi: ${type}` };
  const text = reason === null ? by : `${by}: ${short(reason)}`;
  return { title, description: { en: text, tr: text } };
}

function toProposal(row: sql.ProposalRow, { accountId: caller }: TenantActor): MappingProposal {
  const { accountId, changes, createdAt, decidedAt, ...proposal } = row;
  return {
    ...proposal,
    ...changes,
    own: accountId === caller,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

import { z } from 'zod';
import { planLimits } from './plan-limits.ts';
import { defineRoute } from './protocol/define-route.ts';
import { RATING_REASONS } from './values/conversation-words.ts';

const tokens = z.int().nonnegative();
/** In US dollars. */
const cost = z.number().nonnegative();

const assistantUse = z.object({
  /** Whether a language model writes answers here; without one, nothing but questions is counted. */
  hasModel: z.boolean(),
  /** Whether the installation knows what its model costs. */
  hasPrices: z.boolean(),
  limits: planLimits.pick({ assistantTokens: true, assistantCost: true }),
  /** Of the current calendar month in UTC. */
  month: z.object({ tokens, cost }),
  /** The last days in UTC on which something was asked, the newest first. No person and no text is named. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      questions: z.int(),
      people: z.int(),
      inputTokens: tokens,
      outputTokens: tokens,
      cost,
      helpful: z.int(),
      unhelpful: z.int(),
    }),
  ),
  /** How often each reason was given for an answer that did not help. */
  reasons: z.record(z.enum(RATING_REASONS), z.int()),
});
export type AssistantUse = z.infer<typeof assistantUse>;

export const assistantUseRoutes = {
  'GET /api/v1/assistant-use': defineRoute({
    summary: 'How much the tenant’s people use the assistant: by day, in numbers only',
    permission: 'tenant.administer',
    tenant: 'tenant',
    audit: { action: 'assistant.use', when: 'denied' },
    input: { query: z.strictObject({ days: z.coerce.number<string>().int().min(1).max(366).default(30) }) },
    output: assistantUse,
    errors: [],
  }),
} as const;

import { handlers } from '../kernel/api/api.ts';
import type { PlanLimitService } from './plan-limits.service.ts';

export const planLimitHandlers = (plans: PlanLimitService) =>
  handlers({ 'GET /api/v1/plan': ({ actor }) => plans.read(actor) });

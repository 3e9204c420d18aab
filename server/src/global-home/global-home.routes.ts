import { handlers } from '../kernel/api/api.ts';
import type { GlobalHomeService } from './global-home.service.ts';

export const globalHomeHandlers = (home: GlobalHomeService) =>
  handlers({ 'GET /api/v1/global/home': ({ actor }) => home.read(actor) });

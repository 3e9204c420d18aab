import { EventService } from '../../events/events.service.ts';
import type { AssemblyOptions } from './assembly-options.ts';

/** Events to open pages, with the gauges of streams and queries. */
export function createEvents({ database, log, heartbeatMs, metrics, engine }: AssemblyOptions): EventService {
  const events = new EventService({ database, log, ...(heartbeatMs !== undefined && { heartbeatMs }) });
  addGauges({ metrics, engine }, events);
  return events;
}

function addGauges({ metrics, engine }: Pick<AssemblyOptions, 'metrics' | 'engine'>, events: EventService): void {
  metrics.gauge('rise_event_streams', 'Open event streams', () => events.count());
  const queriesNow = () => engine.stats().queries;
  metrics.gauge('rise_queries_running', 'Queries that a warehouse works on', () => queriesNow().running);
  metrics.gauge('rise_queries_waiting', 'Queries that wait for their turn', () => queriesNow().waiting);
}

import { randomUUID } from 'node:crypto';
import type { RouteKey } from '@rise/contract';

const QUERY = { dataset: 'call_report', dimensions: ['state'], measures: ['total_assets'] };
const FILTER = {
  all: [{ field: 'state', op: 'in', values: ['VT', 'NH'] }, { not: { field: 'name', op: 'contains', values: ['a'] } }],
};
const HAVING = { measure: 'total_assets', op: 'gt', values: [0] };
const FUNNEL = { kind: 'funnel', dataset: 'call_report', time: 'as_of', steps: [{ name: 'a' }, { name: 'b' }] };
const LIST = {
  kind: 'rows',
  dataset: 'call_report',
  columns: ['name', { field: 'as_of', grain: 'month' }, 'total_assets'],
  limit: 3,
};

const WATCHED = { tile: 'key-figures', measure: 'net_worth_ratio' };
const CHANGE = { id: randomUUID(), operations: [{ type: 'set', at: ['title'], value: { en: 'A' } }] };

/** Valid bodies of routes whose parts have to fit together, to be spoiled: `ids` exist or are the sender's own. */
export function exampleBodies(ids: readonly string[]): Partial<Record<RouteKey, readonly unknown[]>> {
  return {
    'POST /api/v1/query': [
      QUERY,
      { ...QUERY, filter: FILTER, having: HAVING, order: [{ field: 'total_assets', direction: 'desc' }], limit: 3 },
      { ...QUERY, limit: 5, offset: 10_000_000, count: true, totals: true },
      LIST,
      FUNNEL,
    ],
    'POST /api/v1/reports/:id/run': [{}, { filters: { state: ['VT'] } }],
    'POST /api/v1/reports/:id/export': [{ format: 'xlsx' }, { format: 'pdf', state: { filters: { state: ['VT'] } } }],
    'POST /api/v1/reports/:id/exports': [{ format: 'xlsx' }],
    'POST /api/v1/reports/:id/alerts/course': [WATCHED],
    'POST /api/v1/reports/:id/alerts': [{ ...WATCHED, title: 'A', condition: { kind: 'anomaly', sensitivity: 'low' } }],
    'POST /api/v1/reports/:id/freezes': [{ name: 'As filed' }],
    'POST /api/v1/reports/:id/subscriptions': ids.map((account) => ({
      title: 'A',
      rule: { every: 'week', on: 1, at: '08:00' },
      recipients: [account],
    })),
    'POST /api/v1/reports/:id/copy': ids.map((workspace) => ({ workspace, title: { en: 'A' } })),
    'POST /api/v1/reports/:id/move': ids.map((workspace) => ({ workspace })),
    'POST /api/v1/reports/:id/draft/changes': [{ change: CHANGE }],
    'POST /api/v1/reports/:id/publish': [{ basedOn: 0 }, { basedOn: 1, note: 'A' }],
    'POST /api/v1/embedding/keys': [{ name: 'A', origins: ['https://a.example'] }],
    'POST /api/v1/workspaces': [{ name: 'A', description: '', icon: 'folder', color: 'gray', everyone: 'edit' }],
    'POST /api/v1/reports': ids.map((workspace) => ({ workspace })),
    'POST /api/v1/query/stream': [
      { query: { ...QUERY, filter: FILTER }, format: 'csv' },
      { query: { kind: 'rows', dataset: 'call_report', columns: ['name'], limit: 3 }, format: 'ndjson' },
      { query: QUERY, format: 'arrow' },
    ],
    'POST /api/v1/query/explanation': [{ query: QUERY, measure: 'total_assets' }],
    'POST /api/v1/query/list-explanation': [{ query: LIST }],
    'POST /api/v1/query/funnel-explanation': [{ query: FUNNEL }],
    'POST /api/v1/query/rows': [{ query: { ...QUERY, filter: FILTER }, measure: 'total_assets', limit: 1 }],
    'POST /api/v1/query/drill-down': [{ query: QUERY, cell: [{ field: 'state', value: 'VT' }] }],
    'POST /api/v1/query/visibility': [{ dataset: 'call_report' }],
    'POST /api/v1/sql': [{ sql: 'SELECT count(*) FROM foicu' }, { sql: "SELECT 'x' || chr(0)", limit: 1 }],
    'POST /api/v1/openai/confluence/chat': [
      { message: 'What is it?', chatId: null, openAIRequest: { messages: [{ role: 'user', content: 'What is it?' }] } },
    ],
    'POST /api/v1/contact': [{ name: 'A', email: 'a@example.org', subject: 'B', message: 'C' }],
    'POST /api/apps/chat/message': ids.map((contactId) => ({ id: randomUUID(), contactId, value: 'Hello' })),
    'PATCH /api/v1/parameters': [{ values: { late_days: 5 } }],
    'PUT /api/v1/mapping': [{ type: 'loan_type', codes: [{ code: 'A', value: 'auto' }] }],
    'PATCH /api/v1/mapping': [{ type: 'loan_type', set: [{ code: 'A', value: 'auto' }], remove: ['B'] }],
    'POST /api/v1/mapping/restore': [{ type: 'loan_type', version: 0 }],
    'POST /api/v1/mapping/file': [{ type: 'loan_type', name: 'codes.csv', text: 'code,value\nA,auto\n' }],
    'POST /api/v1/configuration/impact': [{ type: 'loan_type', set: [{ code: null, value: 'auto' }], remove: [''] }],
    'PUT /api/v1/configuration/draft': [
      { type: 'loan_type', draft: { basedOn: 0, set: [{ code: 'A', value: 'auto' }] } },
    ],
    'POST /api/v1/configuration/rejections': [{ type: 'loan_type', code: 'A', value: 'auto' }],
    'POST /api/v1/model/restore': [{ version: 2 }],
    'PATCH /api/common/messages': ids.map((id) => ({ id, message: { read: true } })),
    'POST /api/common/messages/toggle-read-status': ids.map((id) => ({ message: { id, read: true } })),
    'PATCH /api/common/notifications': ids.map((id) => ({ id, notification: { title: 'T' } })),
    'PATCH /api/common/shortcuts': ids.map((id) => ({ id, shortcut: { label: 'L' } })),
    'PUT /api/v1/global/warehouse': [
      { engine: 'postgres', host: '10.0.0.1', database: 'a', user: 'b', password: 'c', tls: 'off' },
      { engine: 'trino', host: 'warehouse.invalid', catalog: 'a', schema: 'b', user: 'c', tls: 'off' },
    ],
  };
}

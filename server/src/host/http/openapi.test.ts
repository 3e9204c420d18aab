import { defineRoute, routes } from '@rise/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApi } from './openapi.ts';

interface Described {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: { schemas: Record<string, unknown> };
}

const document = openApi(routes, '1.2.3') as unknown as Described;

test('describes every route with its permission and its tenant scope', () => {
  for (const [key, route] of Object.entries(routes)) {
    const [method, path] = key.split(' ') as [string, string];
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation, key).toMatchObject({
      'x-permission': route.permission,
      'x-tenant': route.tenant,
      summary: route.summary,
    });
  }
  expect(Object.values(document.paths).flatMap(Object.keys)).toHaveLength(Object.keys(routes).length);
});

test('every reference points to a schema in the document', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target!);
  expect(references.length).toBeGreaterThan(0);
  for (const target of references) {
    expect(target).toMatch(/^#\/components\/schemas\//);
    expect(document.components.schemas, target).toHaveProperty([target.split('/').at(-1)!]);
  }
});

test('path parameters are required, and each error is listed under its status', () => {
  const route = defineRoute({
    summary: 'A thing',
    permission: 'report.read',
    tenant: 'tenant',
    audit: { action: 'thing.read', when: 'denied' },
    input: { params: z.strictObject({ id: z.uuid() }), query: z.strictObject({ page: z.string().optional() }) },
    output: z.object({ name: z.string() }),
    errors: ['CONFLICT'],
  });
  const { paths } = openApi({ 'GET /api/v1/things/:id': route }, '1') as unknown as Described;
  const operation = paths['/api/v1/things/{id}']!['get']!;
  expect(operation['parameters']).toMatchObject([
    { name: 'id', in: 'path', required: true },
    { name: 'page', in: 'query', required: false },
  ]);
  expect(operation['responses']).toMatchObject({
    400: {},
    401: {},
    404: {},
    409: { description: 'CONFLICT' },
    500: {},
  });
});

test('describes an event stream with its events and the header that resumes it', () => {
  const operation = document.paths['/api/v1/events']!['get']!;
  expect(operation['parameters']).toMatchObject([{ name: 'Last-Event-ID', in: 'header', required: false }]);
  expect(operation['responses']).toMatchObject({
    200: { content: { 'text/event-stream': { schema: { required: ['id', 'kind', 'data'] } } } },
  });
});

import { once } from 'node:events';
import { Agent, request, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createPromptServer } from './prompt-server.ts';

async function listening(answer: (response: ServerResponse) => void) {
  // As in the product: idle connections stay open longer than this test may take.
  const server = createPromptServer({ keepAliveTimeout: 72_000 }, (_, response) => answer(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

test('a connection on which nothing was requested does not keep the server from closing', async () => {
  const { server, port } = await listening((response) => response.end());
  const accepted = once(server, 'connection');
  const socket = connect(port, '127.0.0.1');
  await accepted;
  const ended = once(socket, 'close');
  server.close();
  await Promise.all([once(server, 'close'), ended]);
  expect(socket.destroyed).toBe(true);
});

test('neither does one whose stream ends while it closes; written data still arrives', async () => {
  let stream: ServerResponse | undefined;
  const { server, port } = await listening((response) => {
    stream = response;
    response.write('first ');
  });
  const agent = new Agent({ keepAlive: true });
  const sent = request({ agent, port, host: '127.0.0.1' }).end();
  const [response] = await once(sent, 'response');
  let text = '';
  response.on('data', (part: Buffer) => {
    text += part.toString();
  });
  const closed = once(server, 'close');
  server.close();
  stream!.end('last');
  await Promise.all([closed, once(response, 'end')]);
  expect(text).toBe('first last');
  agent.destroy();
});

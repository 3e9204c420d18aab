import type { FastifyPluginAsync } from 'fastify';
import { SharedLimit } from '../../limits/shared-limit.service.ts';
import { type McpToolOptions, mcpTools } from '../../mcp/mcp-tools.service.ts';
import { mcpPages } from '../../mcp/mcp.pages.ts';
import type { AssemblyOptions } from './assembly-options.ts';

/** Calls of tools by one person's AI clients. */
const MCP_CALLS_PER_MINUTE = 120;

/** The server for people's own AI clients; none where the installation has it off. */
export function mcpFor(
  options: AssemblyOptions,
  tools: McpToolOptions,
): { readonly pages: readonly FastifyPluginAsync[] } {
  const { database, sessions, publicUrl, version, log, addressKey: key } = options;
  if (options.mcp === false) return { pages: [] };
  const limit = new SharedLimit({ database, key, what: 'mcp', most: MCP_CALLS_PER_MINUTE, seconds: 60 });
  const onError = (error: unknown, tool: string) => log.error({ err: error, tool }, 'a tool of an AI client failed');
  const identify = (headers: { authorization: string }) => sessions.identify(headers);
  return { pages: [mcpPages({ database, tools: mcpTools(tools), limit, version, onError, publicUrl, identify })] };
}

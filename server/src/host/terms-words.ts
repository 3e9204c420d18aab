import { readAll, UsageError } from './command-words.ts';
import type { ModelDesk } from './model-command.ts';
import { listMappings, listParameters, pullMapping, pushMapping, setParameters } from './terms-command.ts';

type Work = (desk: ModelDesk) => Promise<void>;

function slugOf(tenant: string | undefined): string {
  if (tenant === undefined) throw new UsageError('--tenant is missing');
  return tenant;
}

/** Reads what follows `mapping`; answers what to do. Throws a `UsageError`. */
export function readMappingCommand(command: string, words: string[]): Work {
  const names = ['tenant', 'type', 'version', 'message'] as const;
  const { options, others } = readAll(words, names, [], command === 'list' ? 0 : 1);
  const slug = slugOf(options.tenant);
  const { type, message = '' } = options;
  const [file = null] = others;
  if (command === 'list') return (desk) => listMappings(desk, slug);
  if (command !== 'push' && command !== 'pull') throw new UsageError(`there is no command 'mapping ${command}'`.trim());
  if (type === undefined) throw new UsageError('--type is missing');
  if (message.length > 1000) throw new UsageError('--message is to have at most 1000 characters');
  if (command === 'push') {
    if (file === null) throw new UsageError('name the file with the codes');
    if (options.version !== undefined) throw new UsageError('mapping push takes no --version');
    return (desk) => pushMapping(desk, slug, type, file, message);
  }
  const version = options.version === undefined ? null : Number(options.version);
  if (version !== null && !(Number.isInteger(version) && version > 0))
    throw new UsageError(`--version is '${options.version}'; write the number of a version`);
  return (desk) => pullMapping(desk, slug, type, { version, file });
}

/** Reads what follows `parameter`; answers what to do. Throws a `UsageError`. */
export function readParameterCommand(command: string, words: string[]): Work {
  const { options, others } = readAll(words, ['tenant'], [], command === 'set' ? 100 : 0);
  const slug = slugOf(options.tenant);
  if (command === 'list') return (desk) => listParameters(desk, slug);
  if (command !== 'set') throw new UsageError(`there is no command 'parameter ${command}'`.trim());
  const said = others.map((word): [string, string] => {
    const at = word.indexOf('=');
    if (at < 1) throw new UsageError(`'${word}' sets nothing; write name=value, or name= for the default`);
    return [word.slice(0, at), word.slice(at + 1)];
  });
  if (said.length === 0) throw new UsageError('name what to set, as name=value');
  return (desk) => setParameters(desk, slug, new Map(said));
}

import { readAll, UsageError } from './command-words.ts';
import {
  compareModels,
  generateModelFile,
  listModels,
  pullModel,
  pushModel,
  pushTemplate,
  restoreModel,
  suggestRollups,
  type ModelDesk,
} from './model-command.ts';

/** Reads what follows `model`; answers what to do. Throws a `UsageError`. */
export function readModelCommand(command: string, words: string[]): (desk: ModelDesk) => Promise<void> {
  const takesFile = ['push', 'pull', 'generate', 'suggest-rollups'].includes(command);
  const names = ['tenant', 'message', 'version', 'from', 'to'] as const;
  const { options, on, others } = readAll(words, names, ['template'], takesFile ? 1 : 0);
  const { tenant, message = '' } = options;
  const [file = null] = others;
  const allow = (...allowed: string[]) => {
    const given = [...names.filter((name) => options[name] !== undefined), ...on];
    const extra = given.find((name) => !allowed.includes(name));
    if (extra !== undefined) throw new UsageError(`model ${command} takes no --${extra}`);
  };
  const number = (name: 'version' | 'from' | 'to'): number => {
    const value = Number(options[name]);
    if (Number.isInteger(value) && value > 0) return value;
    throw new UsageError(`--${name} is '${options[name] ?? ''}'; write the number of a version`);
  };
  const slug = (): string => {
    if (tenant === undefined) throw new UsageError('--tenant is missing');
    return tenant;
  };
  if (message.length > 1000) throw new UsageError('--message is to have at most 1000 characters');

  switch (command) {
    case 'push': {
      allow('tenant', 'message', 'template');
      if (file === null) throw new UsageError('name the file with the model');
      if (on.has('template') !== (tenant === undefined)) throw new UsageError('write either --tenant or --template');
      return (desk) =>
        tenant === undefined ? pushTemplate(desk, file, message) : pushModel(desk, tenant, file, message);
    }
    case 'pull': {
      allow('tenant', 'version');
      const of = slug();
      const version = options.version === undefined ? null : number('version');
      return (desk) => pullModel(desk, of, { version, file });
    }
    case 'generate': {
      allow('tenant');
      const of = slug();
      return (desk) => generateModelFile(desk, of, file);
    }
    case 'suggest-rollups': {
      allow('tenant');
      const of = slug();
      return (desk) => suggestRollups(desk, of, file);
    }
    case 'list': {
      allow('tenant');
      const of = slug();
      return (desk) => listModels(desk, of);
    }
    case 'diff': {
      allow('tenant', 'from', 'to');
      const of = slug();
      const between =
        options.from === undefined && options.to === undefined ? null : { from: number('from'), to: number('to') };
      return (desk) => compareModels(desk, of, between);
    }
    case 'restore': {
      allow('tenant', 'version', 'message');
      const of = slug();
      const version = number('version');
      return (desk) => restoreModel(desk, of, version, message);
    }
    default:
      throw new UsageError(`there is no command '${`model ${command}`.trim()}'`);
  }
}

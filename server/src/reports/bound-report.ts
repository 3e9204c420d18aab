import { isWithin, parameterValues, type ReportDocument, type ReportState } from '@rise/contract';
import { bindReport } from '@rise/engine';
import { UserError } from '../kernel/errors/user-error.ts';

/** Which values these are, such as 'from 0 to 1'. */
const limitsText = ({ min, max }: { min?: number | undefined; max?: number | undefined }): string =>
  [...(min === undefined ? [] : [`from ${min}`]), ...(max === undefined ? [] : [`to ${max}`])].join(' ');

/**
 * A report with the reader's values of its parameters. VALIDATION_FAILED names a parameter that it does not have, and a
 * value that it does not allow.
 */
export function withParameters(
  document: ReportDocument,
  { parameters: chosen = {} }: Pick<ReportState, 'parameters'>,
): ReportDocument {
  const { parameters = [] } = document;
  const issues = Object.entries(chosen).flatMap(([name, value]) => {
    const field = `parameters.${name}`;
    const parameter = parameters.find((one) => one.name === name);
    if (!parameter) {
      const known = parameters.map((one) => one.name).join(', ');
      return [
        { field, message: known ? `This report has the parameters ${known}.` : 'This report has no parameters.' },
      ];
    }
    return isWithin(parameter, value) ? [] : [{ field, message: `Enter a number ${limitsText(parameter)}.` }];
  });
  if (issues.length > 0) throw new UserError('VALIDATION_FAILED', undefined, issues);
  return bindReport(document, parameterValues(document, chosen));
}

interface PlanNode {
  name: string;
  children?: PlanNode[];
  extra_info?: Record<string, unknown>;
}

/** DuckDB's plan as indented text, without names that only we may know. */
export function planText(json: string, secrets: readonly string[]): string {
  const lines = (JSON.parse(json) as PlanNode[]).flatMap((node) => linesOf(node, 0));
  return secrets.reduce(
    (text, name) => text.replaceAll(`${name}.main.`, '').replaceAll(name, 'data'),
    lines.join('\n'),
  );
}

function linesOf({ name, children = [], extra_info: about = {} }: PlanNode, depth: number): string[] {
  const indent = '  '.repeat(depth);
  const details = Object.entries(about).flatMap(([key, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : String(value);
    return text === '' ? [] : [`${indent}    ${key}: ${text.replaceAll('\n', ' ')}`];
  });
  return [`${indent}${name.trim()}`, ...details, ...children.flatMap((child) => linesOf(child, depth + 1))];
}

/** A dimension of the table `fact` in a model's YAML: the column of its name. */
export const factDimension = (name: string, type: string, title = `{ en: ${name} }`): string =>
  `{ name: ${name}, type: ${type}, title: ${title}, column: { table: fact, column: ${name} } }`;

/** The pages of a document whose tiles are one below the other. */
export const onePage = <Tile>(tiles: readonly Tile[]) => ({
  pages: [
    {
      id: 'page',
      title: { en: 'Page' },
      rows: tiles.map((tile, index) => ({ id: `row-${index + 1}`, tiles: [tile] })),
    },
  ],
});

/** The columns of the table, by the names of their texts and styles (cells.css). */
export const columns = [
  'state',
  'store',
  'version',
  'lastOrder',
  'tickets',
  'waiting',
  'feed',
  'disk',
  'backup',
] as const

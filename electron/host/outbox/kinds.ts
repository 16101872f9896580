/**
 * What the platform may have to hear; each is claimed by one noun (noun.ts), or the host does not compile.
 * - `preparation-ready`: an order is prepared. - `stock-switch`: sold out, or always available. - `stock-count`: so many left.
 */
export const outboxKinds = ['preparation-ready', 'stock-switch', 'stock-count'] as const
export type OutboxKind = (typeof outboxKinds)[number]

/** A store as a token sees it. */
interface NamedStore {
  id: string
  externalId: string | null
}

/** The store that is meant by an id: the service's own, else the shop's (platform/README.md, Token info). Never by its name. */
export const findStore = <Store extends NamedStore>(
  stores: readonly Store[],
  wanted: string | null,
): Store | undefined =>
  stores.find(({ id }) => id === wanted) ??
  stores.find(({ externalId }) => externalId !== null && externalId === wanted)

/**
 * Why no events come by the relay.
 *
 * - `refused`: it doesn't accept the store's file.
 * - `not-ready`: it is reached, but can't give events now.
 * - `broken-off`: it stopped answering.
 * - `not-saved`: it is well, but its events can't be stored here.
 */
export type RelayProblem =
  | 'no-such-name'
  | 'not-reached'
  | 'not-secure'
  | 'refused'
  | 'not-ready'
  | 'broken-off'
  | 'not-saved'

/** The relay of a chain, which stores events until this store fetches them. `off`: none is used. */
export interface RelayStatus {
  state: 'off' | 'connecting' | 'connected' | 'failing' | 'refused'
  /** The host of the server in use, or of the last one that was tried. */
  server: string | null
  /** When the relay last answered, ISO, also if it had no event. */
  lastContactAt: string | null
  lastEventAt: string | null
  /** More events wait at the relay, and are being fetched. */
  hasMore: boolean
  problem: RelayProblem | null
  /** The system's or the relay's text about the problem. */
  details: string | null
}

export const noRelay: RelayStatus = {
  state: 'off',
  server: null,
  lastContactAt: null,
  lastEventAt: null,
  hasMore: false,
  problem: null,
  details: null,
}

import type { Role } from '#contract/shared/caller.ts'
import { eventsByRole, type HostEvent } from '#contract/index.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import { logThrown, type Log } from '../core/log.ts'

/** Called with an event and who may receive it, by the id of a screen. */
export type Listener = (event: HostEvent, mayReceive: (screenId: string) => boolean) => void

/** Ends the access of a screen, if it is one of the listener's. */
export type EndAccess = (screenId: string) => Result<null>

/** Who brings events to screens, and who ends the access of one. */
export class ScreenListeners {
  readonly #log: Log
  readonly #listeners = new Map<Listener, () => Iterable<string>>()
  readonly #endings: EndAccess[] = []

  constructor(log: Log) {
    this.#log = log
  }

  /** Returns how to stop. */
  add(listen: Listener, screens: () => Iterable<string>): () => void {
    this.#listeners.set(listen, screens)
    return () => this.#listeners.delete(listen)
  }

  addEnding(end: EndAccess): void {
    this.#endings.push(end)
  }

  /** The ids of the screens that get the events now. */
  connectedScreens(): ReadonlySet<string> {
    return new Set([...this.#listeners.values()].flatMap((screens) => [...screens()]))
  }

  endAccess(screenId: string): Result<null> {
    return this.#endings.map((end) => end(screenId)).find((ended) => !ended.ok) ?? ok(null)
  }

  broadcast(event: HostEvent, roleOf: (screenId: string) => Role): void {
    for (const { event: part, roles } of eventsByRole(event))
      for (const listen of this.#listeners.keys())
        try {
          listen(part, (screenId) => roles.includes(roleOf(screenId)))
        } catch (cause) {
          logThrown(this.#log, 'listener', cause)
        }
  }
}

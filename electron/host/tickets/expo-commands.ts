import { fail, ok, type Result } from '#contract/shared/result.ts'
import { isoNow, type Clock } from '../clock/clock.ts'
import type { Parsed } from '../dispatch.ts'
import { markOf } from './dish-work.ts'
import type { TicketChanges } from './commands.ts'

/** What is done where tickets are put together and handed over. */
export class ExpoCommands {
  readonly #clock: Clock
  readonly #changes: TicketChanges

  constructor(clock: Clock, changes: TicketChanges) {
    this.#clock = clock
    this.#changes = changes
  }

  setBagged({ ticketId, itemKeys, bagged }: Parsed<'tickets.setBagged'>): Result<null> {
    return this.#changes.apply(ticketId, ({ marks: { expo } }, { items }) => {
      const some = items.filter(({ key }) => itemKeys.length === 0 || itemKeys.includes(key))
      if (some.length === 0) return fail('not-found')
      const others = Object.entries(expo.bagged).filter(
        ([key]) => !some.some((item) => item.key === key),
      )
      const added = bagged ? some.map((item) => [item.key, markOf(item)] as const) : []
      return ok({ expo: { ...expo, bagged: Object.fromEntries([...others, ...added]) } })
    })
  }

  setShelf({ ticketId, shelf }: Parsed<'tickets.setShelf'>): Result<null> {
    return this.#changes.apply(ticketId, ({ marks: { expo } }) => ok({ expo: { ...expo, shelf } }))
  }

  handOver({ ticketId, handedOver }: Parsed<'tickets.handOver'>): Result<null> {
    return this.#changes.apply(ticketId, ({ marks: { expo } }, { stage }) => {
      if (stage !== 'ready') return fail('too-late')
      const handedOverAt = handedOver ? (expo.handedOverAt ?? isoNow(this.#clock)) : null
      return ok({ expo: { ...expo, handedOverAt } })
    })
  }
}

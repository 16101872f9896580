import { AnswerMemory } from '#platform/call/answer-memory.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { paceOf } from '#platform/call/pace.ts'
import type { Connection } from '#platform/connection.ts'
import { idsOfOrders, listRawOrders, readRawOrder, type RawOrderList } from '#platform/orders.ts'
import type { Context } from '../noun.ts'

/** Enough for the pages of the order list in a whole look and in the short looks between two. */
const answersRemembered = 64
/** The interval between whole looks. */
const answersValidMs = 10 * 60_000

/** The poller's requests to the platform. */
export class OrderRequests {
  readonly answers: AnswerMemory
  readonly #connection: Connection
  readonly #skew: Context['skew']
  readonly #storeId: () => string
  #isByPlatform = false
  #shiftMs = 0

  constructor(
    { clock, skew }: Pick<Context, 'clock' | 'skew'>,
    connection: Connection,
    storeId: () => string,
  ) {
    this.#connection = connection
    this.#skew = skew
    this.#storeId = storeId
    this.answers = new AnswerMemory({
      max: answersRemembered,
      validForMs: answersValidMs,
      now: () => clock.monotonic(),
      slim: idsOfOrders,
    })
  }

  async list(from: string, page: number, limit: number): Promise<CallResult<RawOrderList>> {
    await paceOf(this.#connection).turn()
    const storesIds = [this.#storeId()]
    const query = { storesIds, from: this.#windowOf(from, page), page, limit }
    return listRawOrders(this.#connection, { query }, { memory: this.answers })
  }

  async read(orderId: string): ReturnType<typeof readRawOrder> {
    await paceOf(this.#connection).turn()
    return readRawOrder(this.#connection, { params: { orderId } })
  }

  /** If our clock and the platform's differ too much, looks alternate between the two clocks. */
  #windowOf(from: string, page: number): string {
    if (page === 1) {
      this.#isByPlatform = !this.#isByPlatform
      this.#shiftMs = this.#isByPlatform ? this.#skew.refusedMs : 0
    }
    return this.#shiftMs === 0 ? from : new Date(Date.parse(from) + this.#shiftMs).toISOString()
  }
}

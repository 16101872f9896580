import type { Hono } from 'hono'
import { practiceApp, type Env } from './app.ts'
import { control } from './control/control.ts'
import { Trainer } from './control/trainer.ts'
import { Effects } from './effects.ts'
import { type PracticeEvent, Stamper } from './events/event.ts'
import { Sender } from './events/sender.ts'
import { Faults } from './faults/faults.ts'
import { listen, Packer, TrafficCount, type Listener } from './listener.ts'
import { menuPictures } from './menu/menu.ts'
import { Odd } from './odd/odd.ts'
import { practiceWebhookToken } from './practice-store.ts'
import { Random } from './random.ts'
import { Rush } from './rush/rush.ts'
import { openFirstWebsite, openSecondWebsite, type Website } from './website.ts'

export interface PracticeOptions {
  /** Default 0: any free port. */
  port?: number
  /** The receiver of events; default none. */
  webhookUrl?: string | null
  /** The same seed gives the same orders in the same sequence; default 1. */
  seed?: number
  /** How many stores its token sees besides its two, each like the second; default none. */
  branches?: number
  /**
   * The number of loyalty clients; default 3,000. Clients are generated on demand, so a million is
   * possible.
   */
  clients?: number
  /** The number of payments of the tills; default 400 and 60. */
  payments?: number
  /**
   * The difference between the total that each till states for its first shift and its payments;
   * default none.
   */
  misstated?: number
  /** The time zone of its first brand's stores, IANA; default the ones in its file. */
  timeZone?: string
  /** Epoch milliseconds. */
  now?: () => number
  /** Duration of a stock update in milliseconds; default 400. */
  processMs?: number
}

/** The practice platform without its port. */
export class PlatformParts {
  readonly first: Website
  readonly second: Website
  readonly sender: Sender
  readonly rush: Rush
  readonly trainer: Trainer
  readonly app: Hono<Env>
  readonly packer: Packer
  readonly traffic = new TrafficCount()
  readonly faults = new Faults()
  readonly odd = new Odd()
  readonly effects = new Effects()
  readonly now: () => number
  readonly closing = new AbortController()
  /** The receiver of events. */
  receiver: string | null

  constructor(options: PracticeOptions) {
    const { seed = 1, now = Date.now, processMs = 400, webhookUrl = null } = options
    this.now = now
    this.receiver = webhookUrl
    this.sender = new Sender({
      receiver: () => this.receiver,
      token: practiceWebhookToken,
      random: new Random(seed, 'sender'),
    })
    const parts = {
      seed,
      now,
      send: (event: PracticeEvent) => this.sender.send(this.odd.event(event)),
      stamper: new Stamper(seed, String(now()), now),
      processMs,
      closing: this.closing.signal,
    }
    const { effects } = this
    this.first = openFirstWebsite(
      { ...parts, effects, onReady: (order) => this.rush.wasReady(order) },
      options,
    )
    const unseen = { effects: new Effects(), onReady: () => undefined }
    this.second = openSecondWebsite({ ...parts, ...unseen })
    const { desk, stockRoom } = this.first
    const { faults, odd, sender } = this
    const rush = new Rush(desk, seed, now)
    const trainer = new Trainer({ desk, rush, faults, odd, sender, stockRoom })
    this.rush = rush
    this.trainer = trainer
    this.packer = new Packer(now)
    this.app = practiceApp(
      [this.first, this.second],
      [menuPictures(), control({ trainer, desk, rush, faults, odd, sender, effects })],
      (operation, data) => odd.answer(operation, data),
    )
  }

  listen(port: number): Promise<Listener> {
    const served = this.faults.around((request) => this.app.fetch(request), this.closing.signal)
    return listen(port, this.packer.around(served), this.now, (request, response) =>
      this.traffic.note(request, response),
    )
  }

  async close(): Promise<void> {
    this.rush.stop()
    this.trainer.close()
    this.closing.abort()
    await this.sender.close()
  }
}

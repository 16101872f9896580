import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { OrderFacts } from '#domain/tickets/order-facts.ts'
import type { Practice } from '#practice/platform.ts'
import type { Random } from '#practice/random.ts'
import type { MovableClock } from '#test/support/movable-clock.ts'
import { startWeb, type WebProcess } from '#test/support/web-process.ts'
import type { Closing } from './close-outs.ts'
import type { Prints } from './prints.ts'
import { tapAll } from './taps.ts'
import type { Traffic } from './traffic.ts'

/** A store that is killed again and again, and all that works in it. */
export interface Scene {
  random: Random
  dataDir: string
  /** The live file. */
  file: string
  practice: Practice
  clock: MovableClock
  traffic: Traffic
  bumps: { expectedIds: Set<string>; accepted: Set<string> }
  closing: Closing
  prints: Prints
  /** What was known of each order of a past day before the first kill. */
  past: ReadonlyMap<string, OrderFacts>
  /** How often the outcome of each bump was unknown: after a kill, or after a restore. */
  doubts: Map<string, number>
  /** How often it was so. */
  seen: { restores: number; restoresCutOff: number; movesCutOff: number; backupsCutOff: number }
  /** The orders in both files after the last kill. */
  inBoth: ReadonlySet<string>
}

const hurry = join(import.meta.dirname, '../support/hurry-preload.ts')
const beatMs = '10000'
/** The mover and the first backup are due a minute after a start. */
const aheadMs = 61_000

/** A web shell with ten beats a second and a clock that the test moves. */
export const startHurried = ({
  dataDir,
  practice,
  clock,
}: Pick<Scene, 'dataDir' | 'practice' | 'clock'>): WebProcess =>
  startWeb({
    dataDir,
    connected: practice,
    nodeArgs: [...clock.args, '-r', hurry],
    env: {
      ...clock.env,
      KITCHEN_PASS_TEST_HURRY: beatMs,
      KITCHEN_PASS_TABS_URL: practice.tabs,
    },
  })

/** From now on the mover and a backup are due. */
export function moveAhead({ clock }: Pick<Scene, 'clock'>): void {
  clock.moveTo(new Date(clock.now() + aheadMs).toISOString())
}

/** All that is asked of a web shell at the same time. */
export interface Works {
  /** Asks nothing more. Resolves when everything that was asked has its answer. */
  stop(): Promise<void>
  /** The web shell is about to be killed: nothing needs an answer from now on. */
  giveUp(): void
  /** Resolves when nothing is asked any more. */
  readonly over: Promise<unknown>
}

export function startWorks(scene: Scene, { ui, webhook }: { ui: string; webhook: string }): Works {
  const { practice, traffic, bumps, closing, prints } = scene
  let isStopped = false
  let isGivenUp = false
  const stopped = (): boolean => isStopped

  /** A refusal ends nothing: a ticket may not be there yet. */
  async function again(work: (ui: string, stopped: () => boolean) => Promise<void>) {
    while (!isStopped)
      try {
        await work(ui, stopped)
      } catch (cause) {
        if (isGivenUp) return
        if (cause instanceof TypeError) throw cause
        await pause(50)
      }
  }

  async function tap(): Promise<void> {
    const { _id: id } = await practice.placeOrder({ isScheduled: false }, { wait: false })
    bumps.expectedIds.add(id)
    await pause(50)
    await tapAll(ui, bumps)
    await pause(200)
  }

  practice.setReceiver(webhook)
  const over = Promise.all([
    traffic.post(webhook, practice.webhookToken, stopped),
    again(tap),
    again(closing.run),
    again(prints.run),
  ])
  over.catch(() => undefined)
  return {
    over,
    async stop() {
      isStopped = true
      await over
      practice.setReceiver(null)
      await practice.eventsSettled()
    },
    giveUp() {
      isStopped = true
      isGivenUp = true
      practice.setReceiver(null)
    },
  }
}

import type { HostEvent } from '#contract/index.ts'
import { systemClock, type Clock } from '#host/clock/clock.ts'
import { practiceProfile } from '#host/connection/profile.ts'
import { Kitchen } from '#host/kitchen.ts'
import { createSessionVault, type Vault } from '#host/core/vault.ts'
import { manager } from './caller.ts'
import { createRecordingLog } from './recording-log.ts'
import { orderEvent } from './order-event.ts'
import { testCosts } from './scrypt-costs.ts'

const bearer = 'a-bearer-of-the-platform'

/** Nothing listens there. */
const nobody = { v3Url: 'http://127.0.0.1:1/v3', storeId: 's' }

/** Of all kitchens of a process, so that no order is a repeat in a folder that is opened again. */
let sent = 0

/** A whole kitchen on the files of a folder, with a listener and without a platform. */
export async function openLoneKitchen(
  dataDir: string,
  {
    clock = systemClock,
    store = nobody,
    vault = createSessionVault(),
    fullCost = false,
  }: {
    clock?: Clock
    store?: typeof nobody
    vault?: Vault
    /** With production's own cost of scrypt. Default: a small one. */
    fullCost?: boolean
  } = {},
) {
  const log = createRecordingLog()
  const events: HostEvent[] = []
  const kitchen = await Kitchen.open({
    ...(!fullCost && { scryptCosts: testCosts }),
    dataDir,
    vault,
    log,
    clock,
    startPractice: () => Promise.reject(new Error('no practice')),
    provision: {
      profile: { ...practiceProfile, mode: 'store', ...store },
      secrets: { 'webhook-token': bearer },
      webhookPort: 0,
      dialect: {},
    },
  })
  kitchen.onEvent((event) => void events.push(event))
  return {
    kitchen,
    log,
    events,
    /** Calls as a manager; errors are returned. */
    async ask(name: string, input: object = {}): Promise<unknown> {
      const answer = await kitchen.call(manager, name, input)
      return answer.ok ? answer.value : answer.error
    },
    /** Posts the event of a new order; returns the status, 0 if nothing listens. */
    async post(): Promise<number> {
      const id = `A${String(++sent)}`
      const ids = { eventId: `evt-${id}`, orderId: id, code: id, date: new Date().toISOString() }
      const event = orderEvent('order-created-pickup', ids)
      try {
        const { status } = await fetch(kitchen.webhookUrl ?? '', {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
          body: JSON.stringify({ ...event, websiteId: null, storeId: store.storeId }),
        })
        return status
      } catch {
        return 0
      }
    },
  }
}

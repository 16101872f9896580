import type { Bridge } from '#contract/bridge.ts'
import type { OperationName } from '#contract/operations.ts'

/** What the page asks by itself: nobody tapped, so nobody is asked for a PIN. */
const ofThePage: ReadonlySet<OperationName> = new Set(['doctor.read', 'inbox.unread'])

/**
 * A bridge that repeats what this screen may not do once a manager has unlocked it. `ask` answers whether one has; where
 * not, the first answer stands.
 */
export const askForPin = (bridge: Bridge, ask: () => Promise<boolean>): Bridge => ({
  first: () => bridge.first(),
  async call(name, input) {
    const answer = await bridge.call(name, input)
    const isRefused = !answer.ok && answer.error.code === 'not-allowed'
    return isRefused && !ofThePage.has(name) && (await ask()) ? bridge.call(name, input) : answer
  },
  onEvent: (listen) => bridge.onEvent(listen),
  onLink: (listen) => bridge.onLink(listen),
  readPreferences: () => bridge.readPreferences(),
  writePreferences: (preferences) => bridge.writePreferences(preferences),
})

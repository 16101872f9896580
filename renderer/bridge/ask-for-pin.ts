import type { Bridge } from '#contract/bridge.ts'
import type { Role } from '#contract/caller.ts'

interface Screen {
  /** What this screen may be; null until the host has said. */
  readonly role: Role | null
  /** Answers what the host says of that now. */
  refresh(): Promise<Role | null>
}

/**
 * A bridge that repeats what this screen may not do once a manager has unlocked it. `ask` answers whether one has; where
 * not, the first answer stands. So it does where the screen had thought that it may, as when its five minutes are just
 * over: a room that reads by itself would put the question over the wall to which it leads back.
 */
export const askForPin = (
  bridge: Bridge,
  screen: () => Screen,
  ask: () => Promise<boolean>,
): Bridge => ({
  first: () => bridge.first(),
  async call(name, input) {
    const before = screen().role
    const answer = await bridge.call(name, input)
    if (answer.ok || answer.error.code !== 'not-allowed') return answer
    const role = await screen().refresh()
    const isUnlocked = role === before ? await ask() : role === 'manager'
    return isUnlocked ? bridge.call(name, input) : answer
  },
  onEvent: (listen) => bridge.onEvent(listen),
  onLink: (listen) => bridge.onLink(listen),
  chooseFile: (name) => bridge.chooseFile(name),
  savePdf: (name) => bridge.savePdf(name),
  saveExport: (exportId) => bridge.saveExport(exportId),
  readPreferences: () => bridge.readPreferences(),
  writePreferences: (preferences) => bridge.writePreferences(preferences),
})

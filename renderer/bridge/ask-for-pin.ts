import type { Bridge } from '#contract/bridge.ts'
import type { Role } from '#contract/caller.ts'

interface Screen {
  readonly role: Role | null
  refresh(): Promise<Role | null>
}

/**
 * A bridge that repeats a forbidden request once a manager has unlocked the screen. `ask` returns
 * whether one did; if not, the first answer is returned. It also is when this screen believed that
 * it was allowed, such as right after its five minutes: a room that loads by itself would show the
 * PIN dialog over the wall.
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
  saveExport: (name) => bridge.saveExport(name),
  readPreferences: () => bridge.readPreferences(),
  writePreferences: (preferences) => bridge.writePreferences(preferences),
})

import type { HostEvent } from '#contract/index.ts'

/** Whether the screens have to ask again. What they may know differs from one to the other, so no event carries it. */
export interface ScreenChanges {
  touch(): void
  take(): HostEvent[]
}

/** `changed` hears of every touch: no commit may tell of it. */
export function createScreenChanges(changed: () => void): ScreenChanges {
  let touched = false
  return {
    touch() {
      touched = true
      changed()
    },
    take() {
      const events: HostEvent[] = touched ? [{ type: 'screens.changed' }] : []
      touched = false
      return events
    },
  }
}

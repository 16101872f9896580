import type { HostEvent } from '#contract/operations.ts'

/** Whether the screens have to ask again. What they may know differs from one to the other, so no event carries it. */
export interface ScreenChanges {
  touch(): void
  take(): HostEvent[]
}

export function createScreenChanges(): ScreenChanges {
  let touched = false
  return {
    touch() {
      touched = true
    },
    take() {
      const events: HostEvent[] = touched ? [{ type: 'screens.changed' }] : []
      touched = false
      return events
    },
  }
}

import { powerSaveBlocker } from 'electron'

/** Keeps the display on, from when it is told to until it is told not to. */
export function createAwake(): (isDesired: boolean) => void {
  let blocker: number | null = null
  return (isDesired) => {
    if (isDesired && blocker === null) blocker = powerSaveBlocker.start('prevent-display-sleep')
    if (isDesired || blocker === null) return
    powerSaveBlocker.stop(blocker)
    blocker = null
  }
}

import { powerSaveBlocker } from 'electron'

/** Keeps the display on, from when it is told to until it is told not to. */
export function createAwake(): (isWanted: boolean) => void {
  let blocker: number | null = null
  return (isWanted) => {
    if (isWanted && blocker === null) blocker = powerSaveBlocker.start('prevent-display-sleep')
    if (isWanted || blocker === null) return
    powerSaveBlocker.stop(blocker)
    blocker = null
  }
}

import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Bytes. Room for what is young: more makes a flood of orders no quicker (test/bench/README.md). */
const enough = 16 * 1024 * 1024

const young = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0

/**
 * Keeps the engine from doubling its room for young objects once it has enough: in a flood of orders it would take 128 MB,
 * and gives nothing back. The flag that bounds it is read at the start of a process alone, where the desktop has no say; the
 * one for how much it grows is read each time.
 */
export function boundYoungMemory(): void {
  const collections = new PerformanceObserver(() => {
    if (young() < enough) return
    setFlagsFromString('--semi-space-growth-factor=1')
    collections.disconnect()
  })
  collections.observe({ entryTypes: ['gc'] })
}

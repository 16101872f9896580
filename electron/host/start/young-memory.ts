import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Bytes for young objects; more doesn't make a rush of orders faster (test/bench/README.md). */
const enough = 16 * 1024 * 1024

const young = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0

/**
 * Stops V8 from doubling its space for young objects once it is large enough: in a rush of orders
 * it would take 128 MB and return nothing. The flag for the maximum is only read when a process
 * starts, which the desktop can't control; the flag for the growth is read each time.
 */
export function limitYoungMemory(): void {
  const collections = new PerformanceObserver(() => {
    if (young() < enough) return
    setFlagsFromString('--semi-space-growth-factor=1')
    collections.disconnect()
  })
  collections.observe({ entryTypes: ['gc'] })
}

import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Memory after a full collection, or the loop's delays since the last question. */
export type Question = 'memory' | 'loop'

/** How often the loop is measured, in ms. */
const everyMs = 1
const delays = monitorEventLoopDelay({ resolution: everyMs })
delays.enable()

function answer(question: Question): object {
  if (question === 'loop') {
    const [p99, longest] = [delays.percentile(99) / 1e6, delays.max / 1e6]
    delays.reset()
    return { p99, longest }
  }
  globalThis.gc?.()
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heapUsed, peak: process.resourceUsage().maxRSS * 1024 }
}

/** Loaded before the measured program: reports its usage to the parent process. */
process.on('message', (question: Question) => {
  process.send?.(answer(question))
})
// The channel alone must not keep the process alive.
process.channel?.unref()

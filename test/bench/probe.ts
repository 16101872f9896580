import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What may be asked: memory after a full collection, or the loop's delays since this was asked last. */
export type Question = 'memory' | 'loop'

/** Milliseconds; the loop is looked at so often. */
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

/** Loaded into what is measured before anything else: tells what it uses to whoever started it. */
process.on('message', (question: Question) => {
  process.send?.(answer(question))
})
// Whoever started it ends it: the channel alone must not keep it alive.
process.channel?.unref()

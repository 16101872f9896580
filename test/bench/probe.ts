/** Loaded into the web shell before anything else: tells its memory, after a full collection, to whoever started it. */
process.on('message', () => {
  globalThis.gc?.()
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ rss, heapUsed })
})
// Whoever started it ends it: the channel alone must not keep it alive.
process.channel?.unref()

// Counts the timers that the page has set and that still wait.
{
  const waiting = new Set()
  for (const kind of ['Timeout', 'Interval']) {
    const set = window[`set${kind}`]
    const clear = window[`clear${kind}`]
    window[`set${kind}`] = (run, ms, ...given) => {
      const id = set(
        (...values) => {
          if (kind === 'Timeout') waiting.delete(id)
          run(...values)
        },
        ms,
        ...given,
      )
      waiting.add(id)
      return id
    }
    window[`clear${kind}`] = (id) => {
      waiting.delete(id)
      clear(id)
    }
  }
  window.countTimers = () => waiting.size
}

// Runs in the page before anything else: records when something is in pixels. It only knows the
// wall's roles and names, so it measures the floor's page and ours alike.
;(() => {
  const now = () => performance.timeOrigin + performance.now()

  /** A task posted from an animation frame runs once that frame is drawn. */
  const afterFrame = (run) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = run
      port2.postMessage(null)
    })

  const codeOf = (article) => {
    const label = article.getAttribute('aria-labelledby')
    if (label === null) return article.getAttribute('aria-label')
    return document.getElementById(label)?.textContent ?? null
  }

  const bench = {
    /** When each card was visible, epoch milliseconds, by its code. */
    painted: {},
    fingers: 0,
    /** For each tap: from the tap to the first frame in which its button has changed, in ms. */
    presses: [],
    /** For each tap: from the tap to the frame that offers to undo it, in ms. */
    taps: [],
    longTasks: 0,
    cards: () => document.querySelectorAll('article').length,
  }
  globalThis.kitchenBench = bench

  const watchPress = (button, article, at) => {
    const observer = new MutationObserver((records) => {
      // The clock next to it changes as well.
      const isShown = records.some(
        ({ target }) => !button.isConnected || target.contains(button) || button.contains(target),
      )
      if (!isShown) return
      observer.disconnect()
      afterFrame(() => bench.presses.push(performance.now() - at))
    })
    observer.observe(article, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    })
  }

  let tapped = null
  addEventListener(
    'pointerdown',
    ({ target, timeStamp: at }) => {
      const article = target.closest?.('article')
      const button = target.closest?.('button')
      if (!article || !button?.textContent.trim().startsWith('Ready')) return
      bench.fingers += 1
      tapped = { article, at }
      watchPress(button, article, at)
    },
    { capture: true },
  )

  const lookAtTap = () => {
    if (tapped === null) return
    const { article, at } = tapped
    const shown = [...article.querySelectorAll('button')].some((button) =>
      button.textContent.trim().startsWith('Undo'),
    )
    if (!shown) return
    tapped = null
    afterFrame(() => bench.taps.push(performance.now() - at))
  }

  new MutationObserver(() => {
    const fresh = []
    for (const article of document.querySelectorAll('article')) {
      const code = codeOf(article)
      if (code === null || code in bench.painted) continue
      bench.painted[code] = null
      fresh.push(code)
    }
    if (fresh.length > 0)
      // Only the start of the next frame proves that this one was shown.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          for (const code of fresh) bench.painted[code] = now()
        }),
      )
    lookAtTap()
  }).observe(document, { childList: true, subtree: true, characterData: true })

  new PerformanceObserver((entries) => {
    bench.longTasks += entries.getEntries().length
  }).observe({ type: 'longtask' })
})()

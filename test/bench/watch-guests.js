// Runs in the page before anything else: from a tap on the way to the guests to the frame with their rows, and from the
// last key of a search to the frame with the one who was looked for.
;(() => {
  const afterFrame = (run) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = run
      port2.postMessage(null)
    })

  const bench = {
    /** Milliseconds, one a tap. */
    opened: [],
    /** Milliseconds, one a search. */
    found: [],
    /** Whose row ends the search that is under way; null while there is none. */
    desired: null,
  }
  globalThis.guestsBench = bench

  let tappedAt = null
  let keyAt = null
  addEventListener(
    'click',
    ({ target, timeStamp }) => {
      if (target.closest?.('a[href$="/guests"], [data-open]')) tappedAt = timeStamp
    },
    { capture: true },
  )
  addEventListener('keydown', ({ timeStamp }) => (keyAt = timeStamp), { capture: true })

  new MutationObserver(() => {
    const rows = document.querySelectorAll('[data-row]')
    if (tappedAt !== null && rows.length > 1) {
      const at = tappedAt
      tappedAt = null
      afterFrame(() => bench.opened.push(performance.now() - at))
    }
    if (bench.desired !== null && rows.length === 1 && rows[0].dataset.row === bench.desired) {
      const at = keyAt
      bench.desired = null
      afterFrame(() => bench.found.push(performance.now() - at))
    }
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
})()

// Runs in the page before anything else: from a tap on All guests to the frame with their rows, and
// from the last key of a search to the frame with the guest who was searched for.
;(() => {
  const afterFrame = (run) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = run
      port2.postMessage(null)
    })

  const bench = {
    /** In ms, one per tap. */
    opened: [],
    /** In ms, one per search. */
    found: [],
    /** The guest whose row ends the current search; null if there is none. */
    desired: null,
  }
  globalThis.guestsBench = bench

  let tappedAt = null
  let keyAt = null
  addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const button = target.closest?.('button, [data-open]')
      if (button?.matches('[data-open]') || button?.textContent.trim() === 'All guests')
        tappedAt = timeStamp
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

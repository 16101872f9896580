// Runs in the page before anything else: measures each tap on a switch until the frame that shows
// the platform's confirmation, and sets a mark at each key, by which a trace is split.
;(() => {
  const afterFrame = (run) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = run
      port2.postMessage(null)
    })

  const bench = {
    /** From the tap to the frame that says "confirmed", in ms. */
    confirmed: [],
  }
  globalThis.boardBench = bench

  let tapped = null
  addEventListener(
    'click',
    (event) => {
      const control = event.target.closest?.('[role=switch]')
      if (control)
        tapped = { control, was: control.getAttribute('aria-checked'), at: event.timeStamp }
    },
    { capture: true },
  )
  performance.mark('bench-begin')
  addEventListener('keydown', () => performance.mark('bench-key'), { capture: true })

  new MutationObserver(() => {
    if (tapped === null) return
    const { control, was, at } = tapped
    if (control.getAttribute('aria-checked') === was) return
    const words = document.getElementById(control.getAttribute('aria-describedby'))?.textContent
    // Not "unconfirmed".
    if (!/(?<!un)confirmed/.test(words ?? '')) return
    tapped = null
    afterFrame(() => bench.confirmed.push(performance.now() - at))
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
})()

// Runs in the page before anything else: notes the frame that shows the first store, in ms since
// the navigation began.
;(() => {
  globalThis.fleetBench = { firstRowMs: null }
  performance.mark('bench-begin')
  const watching = new MutationObserver(() => {
    // A store of the page, or of the bare page that it is compared with.
    if (document.querySelector('a[href*="#/store/"], [role=switch]') === null) return
    watching.disconnect()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => (fleetBench.firstRowMs = performance.now())
      port2.postMessage(null)
    })
  })
  watching.observe(document, { childList: true, subtree: true })
})()

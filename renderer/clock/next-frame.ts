/** No screen that is looked at takes longer for a frame; one that is hidden draws none. */
const patienceMs = 100

/** Ends once the next frame has been drawn, or would have been. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })

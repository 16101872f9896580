/** A visible screen draws a frame within this time; a hidden one draws none. */
const patienceMs = 100

/** Resolves after the next frame, or after the time of one. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })

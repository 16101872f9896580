import { onBeforeUnmount } from 'vue'

/** Runs `work` at once, then at most once in `pause` ms however often it is asked, and always after the last asking. */
export function useThrottled(work: () => Promise<void>, pause = 1_000): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wanted = false

  async function run(): Promise<void> {
    wanted = false
    timer = setTimeout(() => {
      timer = undefined
      if (wanted) void run()
    }, pause)
    await work()
  }

  onBeforeUnmount(() => clearTimeout(timer))
  return () => {
    wanted = true
    if (timer === undefined) void run()
  }
}

import { onBeforeUnmount, shallowRef, watch, type ShallowRef } from 'vue'

type Work = () => void

/** Tasks that wait for their frame, in order. */
const works = new Set<Work>()
let next: number | undefined

function run(): void {
  const [first] = works
  next = undefined
  if (first === undefined) return
  works.delete(first)
  if (works.size > 0) next = requestAnimationFrame(run)
  first()
}

/**
 * Runs a task in its own frame, because all tasks of one tap would be too long together. Returns
 * how to cancel it.
 */
export function inOwnFrame(work: Work): () => void {
  works.add(work)
  next ??= requestAnimationFrame(run)
  return () => void works.delete(work)
}

/**
 * Counts from 0 to `most`, one per frame, so that the parts of a view render one after the other.
 * Begins once `mayBegin` is true.
 */
export function useRenderStages(
  max: number,
  mayBegin: () => boolean = () => true,
): Readonly<ShallowRef<number>> {
  const stage = shallowRef(0)
  let cancel: Work = () => undefined
  function rise(): void {
    stage.value++
    if (stage.value < max) cancel = inOwnFrame(rise)
  }
  watch(
    mayBegin,
    (may) => {
      if (may && stage.value === 0) cancel = inOwnFrame(rise)
    },
    { immediate: true },
  )
  onBeforeUnmount(() => cancel())
  return stage
}

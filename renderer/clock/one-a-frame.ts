import { onBeforeUnmount, shallowRef, type ShallowRef } from 'vue'

type Work = () => void

/** Pieces of work that wait for their frame, in the order in which they were asked for. */
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

/** Does a piece of work in a frame of its own: what one tap sets off is heavy together. Answers how to call it off. */
export function inOwnFrame(work: Work): () => void {
  works.add(work)
  next ??= requestAnimationFrame(run)
  return () => void works.delete(work)
}

/** Counts from 0 up to `most`, a frame each, from when a view is set up: its parts come one after the other. */
export function useStages(most: number): Readonly<ShallowRef<number>> {
  const stage = shallowRef(0)
  let cancel = inOwnFrame(rise)
  function rise(): void {
    stage.value++
    if (stage.value < most) cancel = inOwnFrame(rise)
  }
  onBeforeUnmount(() => cancel())
  return stage
}

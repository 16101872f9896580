import { onBeforeUnmount, onMounted, shallowRef, type ShallowRef } from 'vue'

/** What of a scrolling list is out of sight: how many entries stand below, whether one of them is marked as an alarm, and whether the end is reached. */
export interface Overflow {
  below: number
  atEnd: boolean
  alarm: boolean
}

/** What an entry may lose without losing a word, in px. */
const padding = 10

const measures = new WeakMap<Element, () => void>()
let observer: ResizeObserver | undefined

/**
 * Watches the list within a scrolling element. One observer for all cards: its callbacks come after layout,
 * so that measuring costs no layout of its own.
 */
export function useOverflow(body: Readonly<ShallowRef<HTMLElement | null>>) {
  const overflow = shallowRef<Overflow | null>(null)
  observer ??= new ResizeObserver((entries) => {
    for (const measure of new Set(entries.map(({ target }) => measures.get(target)))) measure?.()
  })
  let watched: Element[] = []

  function measure(): void {
    const element = body.value
    if (element === null) return
    const end = element.scrollTop + element.clientHeight
    const overflows = element.scrollHeight > element.clientHeight + 2
    if (!overflows) {
      overflow.value = null
      return
    }
    const bottom = element.getBoundingClientRect().bottom
    const hidden = [...element.querySelectorAll('[data-entry]')].filter(
      (entry) => entry.getBoundingClientRect().bottom > bottom + padding,
    )
    if (hidden.length === 0 && element.scrollTop === 0) {
      overflow.value = null
      return
    }
    const next: Overflow = {
      below: hidden.length,
      atEnd: end >= element.scrollHeight - 2,
      alarm: hidden.some((entry) => entry.querySelector('[data-alarm]') !== null),
    }
    const was = overflow.value
    if (next.below !== was?.below || next.atEnd !== was.atEnd || next.alarm !== was.alarm)
      overflow.value = next
  }

  onMounted(() => {
    if (body.value === null) return
    watched = [body.value, ...body.value.children]
    for (const element of watched) {
      measures.set(element, measure)
      observer?.observe(element)
    }
  })
  onBeforeUnmount(() => {
    for (const element of watched) observer?.unobserve(element)
  })

  /** Down by what is seen, or back to the top from the end. */
  function turn(): void {
    const element = body.value
    if (element === null) return
    const top = overflow.value?.atEnd ? 0 : element.scrollTop + element.clientHeight * 0.85
    element.scrollTo({ top, behavior: 'auto' })
  }

  return { overflow, measure, turn }
}

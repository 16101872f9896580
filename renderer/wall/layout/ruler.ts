import { Fragment, h, render, type AppContext, type VNode } from 'vue'

/** Something whose height is asked for; what says the same (`saying`) is as high. */
export interface Measurable {
  readonly saying: string
  draw(): VNode
}

/** More than this are not kept: a day's different dishes. */
const storedAtMost = 5_000

/**
 * Finds out how high parts are by drawing them, unseen, as they will be drawn: by the same components, in an element of the
 * column's width. All that are asked for together cost one layout; what was measured once is known.
 */
export function createRuler(context: AppContext | null) {
  const known = new Map<string, number>()
  return {
    /** Nothing measured holds any more: another width, size or language. */
    forget: (): void => known.clear(),
    /** The heights in px, rounded up to whole ones. */
    measure(host: HTMLElement, desired: readonly Measurable[]): number[] {
      const missing = (): Measurable[] => {
        const unknown = desired.filter(({ saying }) => !known.has(saying))
        return [...new Map(unknown.map((each) => [each.saying, each])).values()]
      }
      let fresh = missing()
      if (known.size + fresh.length > storedAtMost) {
        known.clear()
        fresh = missing()
      }
      if (fresh.length > 0) {
        const drawing = h(
          Fragment,
          fresh.map(({ draw }) => h('div', [withContext(draw(), context)])),
        )
        render(drawing, host)
        for (const [nth, { saying }] of fresh.entries()) {
          const height = host.children[nth]?.getBoundingClientRect().height ?? 0
          known.set(saying, Math.ceil(height))
        }
        render(null, host)
      }
      return desired.map(({ saying }) => known.get(saying) ?? 0)
    },
  }
}

/** What a component finds in an app, found outside of its tree as well. */
function withContext(node: VNode, context: AppContext | null): VNode {
  node.appContext = context
  return node
}

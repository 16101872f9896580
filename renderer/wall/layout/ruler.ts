import { Fragment, h, render, type AppContext, type VNode } from 'vue'

/** Something to measure; equal `saying`s mean equal heights. */
export interface Measurable {
  readonly saying: string
  draw(): VNode
}

/** The most heights to store: the different dishes of a day. */
const storedAtMost = 5_000

/**
 * Measures parts by drawing them invisibly with the components that the wall uses, in an element as
 * wide as a column. All parts of one call cost a single layout, and each is measured once.
 */
export function createRuler(context: AppContext | null) {
  const known = new Map<string, number>()
  return {
    /** Drops all heights, for another width, size or language. */
    forget: (): void => known.clear(),
    /** The heights in px, rounded up. */
    measure(host: HTMLElement, texts: readonly Measurable[]): number[] {
      const missing = (): Measurable[] => {
        const unknown = texts.filter(({ saying }) => !known.has(saying))
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
      return texts.map(({ saying }) => known.get(saying) ?? 0)
    },
  }
}

/** Gives a component outside of the app's tree the context of the app. */
function withContext(node: VNode, context: AppContext | null): VNode {
  node.appContext = context
  return node
}

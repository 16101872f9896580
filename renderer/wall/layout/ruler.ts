import { Fragment, h, render, type AppContext, type VNode } from 'vue'

/** Something to measure; equal `content` means equal height. */
export interface Measurable {
  readonly content: string
  draw(): VNode
}

/** The most heights to store: the different dishes of a day. */
const maxStored = 5_000

/**
 * Measures parts by drawing them invisibly with the components that the wall uses, in an element as
 * wide as a column. All parts of one call cost a single layout, and each is measured once.
 */
export function createRuler(context: AppContext | null) {
  const heightOf = new Map<string, number>()
  return {
    /** Drops all heights, for another width, size or language. */
    forget: (): void => heightOf.clear(),
    /** The heights in px, rounded up. */
    measure(host: HTMLElement, parts: readonly Measurable[]): number[] {
      const missing = (): Measurable[] => {
        const unknown = parts.filter(({ content }) => !heightOf.has(content))
        return [...new Map(unknown.map((each) => [each.content, each])).values()]
      }
      let fresh = missing()
      if (heightOf.size + fresh.length > maxStored) {
        heightOf.clear()
        fresh = missing()
      }
      if (fresh.length > 0) {
        const drawing = h(
          Fragment,
          fresh.map(({ draw }) => h('div', [withContext(draw(), context)])),
        )
        render(drawing, host)
        for (const [nth, { content }] of fresh.entries()) {
          const height = host.children[nth]?.getBoundingClientRect().height ?? 0
          heightOf.set(content, Math.ceil(height))
        }
        render(null, host)
      }
      return parts.map(({ content }) => heightOf.get(content) ?? 0)
    },
  }
}

/** Gives a component outside of the app's tree the context of the app. */
function withContext(node: VNode, context: AppContext | null): VNode {
  node.appContext = context
  return node
}

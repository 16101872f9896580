/**
 * Text, or an element with attributes and children. The site writes it as HTML; the app draws it
 * with Vue.
 */
export type DocNode =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: DocNode[]]

/** One Markdown file. The title is its first heading and isn't among the nodes. */
export interface DocPage {
  title: string
  nodes: readonly DocNode[]
}

/** A page as the app imports it. Links start with `#`, and `pictures` has the address of each picture. */
export interface HelpPage extends DocPage {
  pictures: Readonly<Record<string, string>>
}

export const textOf = (nodes: readonly DocNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      const [, , ...children] = node
      return textOf(children)
    })
    .join('')

export function* elementsIn(nodes: readonly DocNode[]): Generator<Exclude<DocNode, string>> {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    yield node
    const [, , ...children] = node
    yield* elementsIn(children)
  }
}

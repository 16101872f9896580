import { h, type VNode } from 'vue'
import type { DocNode, HelpPage } from '#docs/tree.ts'

/** A link within the help: `#page#anchor`. */
export interface HelpLink {
  page: string
  anchor: string
}

/** Draws a page. `follow` opens a page that it links to. */
export function drawPage(
  { nodes, pictures }: HelpPage,
  follow: (link: HelpLink) => void,
): (VNode | string)[] {
  const openLink = (href: string) => (event: Event) => {
    event.preventDefault()
    const [, page = '', anchor = ''] = href.split('#')
    follow({ page, anchor })
  }
  const draw = (node: DocNode): VNode | string => {
    if (typeof node === 'string') return node
    const [tag, { href, src, ...attributes }, ...children] = node
    if (src !== undefined) return h(tag, { ...attributes, src: pictures[src] })
    const link = href?.startsWith('#') === true ? { href, onClick: openLink(href) } : { href }
    return h(tag, { ...attributes, ...link }, children.map(draw))
  }
  return nodes.map(draw)
}

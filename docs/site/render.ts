import MarkdownIt, { type Token } from 'markdown-it'
import { textOf, type DocNode, type DocPage } from './tree.ts'

// HTML in a page stays text.
const markdown = new MarkdownIt({ html: false })

/** Where the addresses in a page lead, for the site or for the app. */
export interface Addresses {
  link: (href: string) => string
  picture: (source: string) => string
}

interface OpenElement {
  tag: string
  attributes: Record<string, string>
  children: DocNode[]
}

/** The anchor of a heading, as code hosts make it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

function attributesOf(token: Token, { link }: Addresses): Record<string, string> {
  const href = token.attrGet('href')
  return token.type === 'link_open' && href !== null ? { href: link(String(href)) } : {}
}

/** A token without children. */
function leafOf(token: Token, addresses: Addresses): DocNode {
  switch (token.type) {
    case 'text':
      return token.content
    case 'softbreak':
      return ' '
    case 'hardbreak':
      return ['br', {}]
    case 'hr':
      return ['hr', {}]
    case 'code_inline':
      return ['code', {}, token.content]
    case 'fence':
    case 'code_block':
      // Long lines scroll, so the keyboard must reach them.
      return ['pre', { tabindex: '0' }, ['code', {}, token.content]]
    case 'image': {
      const source = addresses.picture(String(token.attrGet('src') ?? ''))
      return ['img', { src: source, alt: token.content, loading: 'lazy' }]
    }
    default:
      throw new Error(`Pages have no ${token.type}`)
  }
}

function close({ tag, attributes, children }: OpenElement): DocNode {
  const own = /^h[1-6]$/.test(tag) ? { id: anchorOf(textOf(children)) } : attributes
  return [tag, own, ...children]
}

function nodesOf(tokens: readonly Token[], addresses: Addresses): DocNode[] {
  const root: OpenElement = { tag: '', attributes: {}, children: [] }
  const open = [root]
  for (const token of tokens) {
    const here = open.at(-1) ?? root
    // Such as the paragraphs of a list without empty lines.
    if (token.hidden) continue
    if (token.nesting === 1)
      open.push({ tag: token.tag, attributes: attributesOf(token, addresses), children: [] })
    else if (token.nesting === -1) {
      open.pop()
      open.at(-1)?.children.push(close(here))
    } else if (token.type === 'inline')
      here.children.push(...nodesOf(token.children ?? [], addresses))
    else here.children.push(leafOf(token, addresses))
  }
  return root.children
}

/** Reads a page. Both the site and the app's help are made from what this returns. */
export function renderPage(text: string, addresses: Addresses): DocPage {
  const [first, ...nodes] = nodesOf(markdown.parse(text, {}), addresses)
  if (first === undefined || typeof first === 'string' || first[0] !== 'h1')
    throw new Error('A page starts with its title')
  return { title: textOf([first]), nodes }
}

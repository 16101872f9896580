import { expect, test } from 'vitest'
import { addressFrom, toDocument, toHtml } from './html.ts'
import { toModule } from './plugin.ts'
import { anchorOf, renderPage } from './render.ts'
import type { HelpPage } from './tree.ts'

const asIs = { link: (href: string) => href, picture: (source: string) => source }
const htmlOf = (text: string): string => toHtml(renderPage(`# Title\n\n${text}`, asIs).nodes)

test.for<[markdown: string, html: string]>([
  ['Two\nlines', '<p>Two lines</p>'],
  ['- one\n- **two**', '<ul><li>one</li><li><strong>two</strong></li></ul>'],
  ['## What’s new?', '<h2 id="whats-new">What’s new?</h2>'],
  ['[`a` b](x.md#c)', '<p><a href="x.md#c"><code>a</code> b</a></p>'],
  [
    '| a |\n|---|\n| 1 |',
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
  ],
  ['```sh\na && b\n```', '<pre tabindex="0"><code>a &amp;&amp; b\n</code></pre>'],
  ['![A "wall"](a.png)', '<p><img src="a.png" alt="A &quot;wall&quot;" loading="lazy"></p>'],
])('%s', ([markdown, html]) => {
  expect(htmlOf(markdown)).toBe(html)
})

test.for<[markdown: string, html: string]>([
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['a <b onclick="x">', '<p>a &lt;b onclick=&quot;x&quot;&gt;</p>'],
  ['[x](javascript:alert)', '<p>[x](javascript:alert)</p>'],
  ['`<i>`', '<p><code>&lt;i&gt;</code></p>'],
])('takes no markup from %s', ([markdown, html]) => {
  expect(htmlOf(markdown)).toBe(html)
})

test('a page without a title is an error', () => {
  expect(() => renderPage('No title', asIs)).toThrow('starts with its title')
})

test.for([
  ['Over & short', 'over--short'],
  ['Añadir 1.5 kg', 'añadir-15-kg'],
])('the anchor of %s is %s', ([heading = '', anchor]) => {
  expect(anchorOf(heading)).toBe(anchor)
})

test.for([
  ['README', 'kitchen/wall.html', 'kitchen/wall.html'],
  ['kitchen/wall', 'index.html', '../index.html'],
  ['kitchen/wall', 'kitchen/keys.html', 'keys.html'],
  ['kitchen/wall', 'site.css', '../site.css'],
])('from %s, %s is at %s', ([page = '', file = '', address]) => {
  expect(addressFrom(page, file)).toBe(address)
})

test('a page of the site marks where it is, and has neither a script nor an address elsewhere', () => {
  const sections = [{ title: 'A', pages: [{ page: 'kitchen/wall', title: 'W' }] }]
  const html = toDocument('kitchen/wall', { title: 'W & V', nodes: [] }, sections)
  expect(html).toContain('<title>W &amp; V · Kitchen Pass</title>')
  expect(html).toContain('<a href="wall.html" aria-current="page">W</a>')
  expect(html).not.toMatch(/<script|(?:src|href)="(?:https?:)?\/\//)
})

test('the app gets links as names of pages, and imports the pictures', () => {
  const text = '# T\n\n[PIN](../managers/roles.md#pin)\n\n![W](../../resources/pictures/w.png)\n'
  const [imported = '', exported = ''] = toModule('kitchen/wall', text).split('\nexport default ')
  expect(imported).toBe('import picture0 from "../../resources/pictures/w.png"')
  const json = exported
    .replace(/, pictures: .*\n$/, ' }')
    .replace(/^\{ \.\.\./, '')
    .replace(/ \}$/, '')
  const page = JSON.parse(json) as HelpPage
  expect(page.nodes[0]).toEqual(['p', {}, ['a', { href: '#managers/roles#pin' }, 'PIN']])
  expect(exported).toContain('pictures: { "../../resources/pictures/w.png": picture0 }')
})

test('the app’s contents end before the pages for developers', () => {
  const text = '# T\n\n## For IT\n\n## For developers\n\nCode\n'
  expect(toModule('README', text)).not.toContain('Code')
  expect(toModule('it/install', text)).toContain('Code')
})

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '#cli/build.ts'
import { languages } from '#contract/shared/languages.ts'

/**
 * A program: adds up what a browser loads before the first card (the page, every script and style
 * in its head, and the texts of one language), and ends with 1 if that is over budget. Code of other
 * rooms must not be in it. Also ends with 1 if zod is anywhere in the page: it is large, and the page's policy stops it.
 */
const budget = { raw: 312_000, gzip: 113_500 }

const page = join(root, 'out/renderer')
const weightOf = (name: string): number => statSync(join(page, name)).size
const byWeight = (one: string, other: string): number => weightOf(other) - weightOf(one)
const html = readFileSync(join(page, 'index.html'), 'utf8')
const named = [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)]
const files = readdirSync(join(page, 'assets')).map((name) => `assets/${name}`)
const isTexts = new RegExp(`/(?:${languages.join('|')})-[^/]+\\.js$`)
/** The texts of each language, the heaviest first; a page loads one of them. */
const texts = files.filter((name) => isTexts.test(name)).toSorted(byWeight)
if (texts.length !== languages.length)
  throw new Error(`not one file of texts per language: ${texts.join(', ')}`)
const names = new Set(['index.html', ...named.map(([, name = '']) => name), ...texts.slice(0, 1)])

const weighed = [...names]
  .map((name) => {
    const content = readFileSync(join(page, name))
    return { name, raw: content.length, gzip: gzipSync(content).length }
  })
  .toSorted((one, other) => other.raw - one.raw)
const sum = weighed.reduce(
  (all, { raw, gzip }) => ({ raw: all.raw + raw, gzip: all.gzip + gzip }),
  {
    raw: 0,
    gzip: 0,
  },
)

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1).padStart(7)} kB`
const line = (name: string, { raw, gzip }: { raw: number; gzip: number }): string =>
  `${kilobytes(raw)}${kilobytes(gzip)} gzip  ${name}\n`
for (const { name, ...bytes } of weighed) process.stdout.write(line(name, bytes))
process.stdout.write(line('in all', sum))
process.stdout.write(line('budget', budget))
if (sum.raw > budget.raw || sum.gzip > budget.gzip) {
  process.stdout.write('The first view is over its budget: what of it can come later, or go?\n')
  process.exit(1)
}

const withZod = files.filter(
  (name) => name.endsWith('.js') && readFileSync(join(page, name), 'utf8').includes('`ZodError`'),
)
if (withZod.length > 0) {
  process.stdout.write(`zod is in ${withZod.join(', ')}: which import of the contract brings it?\n`)
  process.exit(1)
}

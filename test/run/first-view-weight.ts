import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '#cli/build.ts'

/**
 * A program: adds up what a browser loads before the first card (the page and every script and
 * style in its head), and ends with 1 if that is over budget. Code of other rooms must not be in
 * it. Also ends with 1 if zod is anywhere in the page: it is large, and the page's policy stops it.
 */
const budget = { raw: 368_800, gzip: 130_600 }

const page = join(root, 'out/renderer')
const html = readFileSync(join(page, 'index.html'), 'utf8')
const named = [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)]
const names = new Set(['index.html', ...named.map(([, name = '']) => name)])

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

const scripts = readdirSync(join(page, 'assets')).filter((name) => name.endsWith('.js'))
const withZod = scripts.filter((name) =>
  readFileSync(join(page, 'assets', name), 'utf8').includes('`ZodError`'),
)
if (withZod.length > 0) {
  process.stdout.write(`zod is in ${withZod.join(', ')}: which import of the contract brings it?\n`)
  process.exit(1)
}

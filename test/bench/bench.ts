import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhatIsStale } from '#web/build.ts'
import { board } from './board.ts'
import { table, type Figure } from './figure.ts'
import { glass } from './glass.ts'
import { ingest } from './ingest.ts'
import { memory } from './memory.ts'
import { screens } from './screens.ts'
import { start } from './start.ts'
import { tap } from './tap.ts'
import { timers } from './timers.ts'

/**
 * A program: measures each figure beside its floor and the aims of the design, prints a table, and writes the same as
 * JSON to `--out`. `--only NAME`, also more than once, measures some.
 */
const all: Record<string, () => Promise<Figure[]>> = {
  ingest,
  glass,
  timers,
  tap,
  start,
  memory,
  screens,
  board,
}

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(import.meta.dirname, '../results/bench.json') },
    only: { type: 'string', multiple: true },
  },
})
const names = values.only ?? Object.keys(all)
const unknown = names.filter((name) => !Object.hasOwn(all, name))
if (unknown.length > 0) {
  process.stderr.write(
    `no figure ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}\n`,
  )
  process.exit(2)
}

if (!buildWhatIsStale()) process.exit(1)
const figures: Figure[] = []
for (const name of names) {
  process.stderr.write(`${name} …\n`)
  const measured = (await all[name]?.()) ?? []
  process.stderr.write(`${table(measured)}\n\n`)
  figures.push(...measured)
}
const machine = {
  node: process.version,
  cores: cpus().length,
  model: cpus()[0]?.model ?? null,
  memoryBytes: totalmem(),
}
mkdirSync(dirname(values.out), { recursive: true })
writeFileSync(
  values.out,
  `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, figures }, null, 2)}\n`,
)
process.stdout.write(`${table(figures)}\n`)
process.exit(0)

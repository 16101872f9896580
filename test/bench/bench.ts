import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhatIsStale } from '#cli/build.ts'
import { fetchNatsServer } from '#test/run/fetch-nats-server.ts'
import { answers } from './answers.ts'
import { board } from './board.ts'
import { calm } from './calm.ts'
import { chain } from './chain.ts'
import { figuresOf, type Figure, type Part } from './figure.ts'
import { fleet } from './fleet.ts'
import { fill } from './fill.ts'
import { wallPage } from './wall.ts'
import { growth } from './growth.ts'
import { guests } from './guests.ts'
import { ingest } from './ingest.ts'
import { loop } from './loop.ts'
import { memory } from './memory.ts'
import { network } from './network.ts'
import { polling } from './polling.ts'
import { screens } from './screens.ts'
import { stations } from './stations.ts'
import { shifts } from './shifts.ts'
import { start } from './start.ts'
import { help, table } from './table.ts'
import { tap } from './tap.ts'
import { timers } from './timers.ts'
import { year } from './year.ts'

/** A program: measures what `--help` lists, prints a table, and writes the same as JSON. */
const parts: Record<string, Part> = {
  ingest,
  loop,
  wallPage,
  fill,
  calm,
  growth,
  timers,
  tap,
  start,
  year,
  memory,
  screens,
  stations,
  network,
  board,
  guests,
  shifts,
  polling,
  answers,
  chain,
  fleet,
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n\n${help(parts)}\n`)
  process.exit(2)
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        out: { type: 'string', default: join(import.meta.dirname, '../results/bench.json') },
        only: { type: 'string', multiple: true },
        rounds: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (cause) {
    return refuse(cause instanceof Error ? cause.message : String(cause))
  }
}

const options = readOptions()
if (options.help === true) {
  process.stdout.write(`${help(parts)}\n`)
  process.exit(0)
}
const names = options.only ?? Object.keys(parts)
const unknown = names.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) refuse(`There is no part ${unknown.join(', ')}.`)
const rounds = options.rounds === undefined ? null : Number(options.rounds)
if (rounds !== null && !(Number.isInteger(rounds) && rounds > 0))
  refuse('--rounds takes a whole number above 0.')

if (!buildWhatIsStale()) process.exit(1)
fetchNatsServer()
const figures: Figure[] = []
const began = performance.now()
const loads: number[] = []
const since = (at: number): string => `${((performance.now() - at) / 1000).toFixed(0)} s`
for (const [name, part] of Object.entries(parts)) {
  if (!names.includes(name)) continue
  process.stderr.write(`${name} …\n`)
  const at = performance.now()
  const measured = figuresOf(part, await part.measure(rounds ?? part.rounds ?? 1))
  process.stderr.write(`${table(measured)}\n${since(at)}\n\n`)
  figures.push(...measured)
  loads.push(loadavg()[0] ?? Number.NaN)
}
const machine = {
  node: process.version,
  cores: cpus().length,
  model: cpus()[0]?.model ?? null,
  memoryBytes: totalmem(),
  /** After each part, because the load of the last minute then includes what was measured. */
  loads,
}
const reported = figures.map(({ line, ...figure }) => ({
  name: line.name,
  unit: line.unit,
  aim: line.aim?.text ?? null,
  ...figure,
}))
mkdirSync(dirname(options.out), { recursive: true })
writeFileSync(
  options.out,
  `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, figures: reported }, null, 2)}\n`,
)
process.stdout.write(`${table(figures)}\n`)
const [min, greatest] = [Math.min(...loads), Math.max(...loads)].map((load) => load.toFixed(1))
process.stdout.write(
  `In ${since(began)}; load of the machine ${min ?? ''} to ${greatest ?? ''} on ${String(machine.cores)} cores.\n`,
)
process.exit(0)

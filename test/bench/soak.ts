import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildWhatIsStale } from '#cli/build.ts'
import { folderWith } from './past-orders.ts'
import { openTickets, postAtRate } from './poster.ts'
import { startBuilt, withProbe } from './subject.ts'

/*
 * How long the host's loop is blocked at the longest, minute by minute, with months of orders:
 * `node test/bench/soak.ts --minutes 60 --past 130000`. It also shows memory and the size of the data folder. Apart from
 * `npm run bench`, since it has no floor and takes as long as you say.
 */
const open = 300
const beat = { perSecond: 4, seconds: 60, ending: true }
/** Cleaning and the mover wait for a quiet time, so nothing is posted in every third minute. */
const lullEvery = 3
const megabyte = 1024 * 1024

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    past: { type: 'string', default: '100000' },
  },
})
const [minutes, past] = [Number(values.minutes), Number(values.past)]
if (![minutes, past].every((each) => Number.isInteger(each) && each > 0)) {
  process.stderr.write('--minutes and --past take whole numbers above 0.\n')
  process.exit(2)
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) =>
      sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) / megabyte,
    0,
  )

const line = (...cells: (string | number)[]): void => {
  const texts = cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell))
  process.stdout.write(`${texts.map((text) => text.padStart(12)).join('')}\n`)
}

if (!buildWhatIsStale()) process.exit(1)
const dataDir = await folderWith({ past, open })
const host = await startBuilt({ ...withProbe(), dataDir })
line('minute', 'longest ms', 'p99 ms', 'RSS MB', 'data MB')
line('0', '', '', '', sizeOf(dataDir))
let longestOfAll = 0
for (let minute = 1; minute <= minutes; minute++) {
  // Opens a screen once a minute.
  await openTickets(host)
  if (minute % lullEvery === 0) await pause(beat.seconds * 1_000)
  else await postAtRate(host, { ...beat, run: `soak-${String(minute)}` })
  // Before the memory is measured, which collects all garbage first.
  const { p99, longest } = (await host.ask('loop')) as { p99: number; longest: number }
  const { rss } = (await host.ask('memory')) as { rss: number }
  await host.ask('loop')
  longestOfAll = Math.max(longestOfAll, longest)
  line(String(minute), longest, p99, rss / megabyte, sizeOf(dataDir))
}
await host.end()
line('all', longestOfAll)
process.exit(0)

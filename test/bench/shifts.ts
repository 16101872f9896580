import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Job } from '#contract/jobs/jobs.ts'
import { systemClock } from '#host/clock/clock.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { jobs } from '#host/jobs/jobs.ts'
import type { Use } from '#host/noun.ts'
import { ShiftFinder } from '#host/shifts/search.ts'
import { TipsEvidence } from '#host/shifts/store.ts'
import { createDialect } from '#platform/dialect.ts'
import { EvenPace } from '#platform/call/pace.ts'
import { contextOf } from '#test/support/context.ts'
import type { Connected } from '#test/support/web-process.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { maxOurs, maxRatio, type Part } from './figure.ts'

const megabyte = 1024 * 1024

interface Platform extends Connected {
  end(): void
}

/** A practice platform in its own process, with this many payments. */
async function startPlatform(payments: number): Promise<Platform> {
  const program = join(import.meta.dirname, '../../electron/cli/kitchen-pass.ts')
  const flags = ['practice', '--payments', String(payments), '--orders-per-minute', '0']
  const child = spawn(process.execPath, [program, ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { ...(JSON.parse(line) as Connected), end: () => void child.kill() }
}

/** The same pages with bare fetch, each parsed and dropped, at this rate; in ms. */
async function fetchAll(
  { v3, token, storeId }: Connected,
  requestsPerSecond: number,
): Promise<number> {
  const { tabsPageParameter, tabsLimitParameter, tabsSortParameter, tabsOrderParameter } =
    createDialect()
  const pace = new EvenPace({ requestsPerSecond })
  const began = performance.now()
  for (let page = 1, hasNext = true; hasNext; page++) {
    const query = new URLSearchParams({
      [tabsPageParameter]: String(page),
      [tabsLimitParameter]: '100',
      [tabsSortParameter]: 'createdAt',
      [tabsOrderParameter]: 'asc',
    })
    await pace.turn()
    const answer = await fetch(`${v3}/tabs/${storeId}/tab-payments?${query.toString()}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { data } = (await answer.json()) as { data: { hasNextPage: boolean } }
    hasNext = data.hasNextPage
  }
  return performance.now() - began
}

/** The finder as the host builds it, with this many requests a second. */
function finderFor({ v3, token, storeId }: Connected, requestsPerSecond: number) {
  let onJob: (job: Job) => void = () => undefined
  const context = contextOf({
    connection: {
      v3Url: v3,
      v1Url: null,
      tabsUrl: null,
      token,
      channelToken: null,
      dialect: createDialect(),
      pace: new EvenPace({ requestsPerSecond }),
    },
    storeId,
    newId: randomUUID,
    use: (() => built) as Use,
    changed() {
      for (const event of built.changes()) if (event.type === 'jobs.changed') onJob(event.job)
    },
    clock: systemClock,
    log: createRecordingLog(),
    countryCode: () => 'CL',
    timeZone: () => 'America/Santiago',
    settings: () => defaultSettings,
  })
  const built = jobs.create(context)
  const unknown = { closeOut: null, isCounted: false, isBlind: false, payments: null }
  const tips = new TipsEvidence([])
  const finder = new ShiftFinder(context, tips, () => unknown)
  return {
    finder,
    /** Calls `reported` after each page. */
    listen(reported: (job: Job) => void) {
      onJob = reported
    },
  }
}

type Finder = ReturnType<typeof finderFor>

/** From the first request to the sums of every shift, in ms. `peek` is called after each page. */
async function searchAll(
  { finder, listen }: Finder,
  peek: (pages: number) => void = () => undefined,
): Promise<number> {
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    listen(({ state, pages, error }) => {
      if (state === 'stopped') reject(new Error(error?.code))
      else if (state === 'done') resolve()
      else peek(pages)
    })
    finder.begin(62)
  })
  const sum = finder.state?.shifts.reduce((total, each) => total + (each.sum ?? 0), 0) ?? 0
  if (sum === 0) throw new Error('no sums')
  return performance.now() - began
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heap(): number {
  collect()
  return process.memoryUsage().heapUsed / megabyte
}

const few = 5_000
const many = 100_000
/** The highest rate that Settings allows, and no limit. */
const paced = 50
const unpaced = 1e6
const took = 'sums of 5,000 payments'
const bare = '  the same without a pace'
const held = '  heap after 100,000'
const max = '  extra heap while they are read'

/** The cost of finding the shifts of a store with many payments. */
export const shifts: Part = {
  rounds: 5,
  lines: [
    {
      name: took,
      unit: 'ms',
      measures: 'Reads every payment of two months, until the sums of each shift are ready.',
      floor: 'fetches and parses the same pages at the same pace, and drops them',
      aim: maxRatio(1.3),
    },
    {
      name: bare,
      unit: 'ms',
      measures: 'Shows what our reading costs besides the requests.',
      floor: 'fetches and parses the same pages, and drops them',
      aim: maxRatio(1.3),
    },
    {
      name: held,
      unit: 'MB',
      measures: 'After a full garbage collection, with the sums of 100,000 payments.',
      floor: 'the same program with the sums of 5,000',
      aim: maxRatio(1.1),
    },
    {
      name: max,
      unit: 'MB',
      measures: 'Extra heap while 100,000 payments are read, to count each once.',
      floor: null,
      aim: maxOurs(60, 'MB'),
    },
  ],
  async measure(rounds) {
    const [small, large] = [await startPlatform(few), await startPlatform(many)]
    try {
      const compare = async (pace: number) => {
        const finder = finderFor(small, pace)
        await fetchAll(small, unpaced)
        await searchAll(finder)
        const floor: number[] = []
        const ours: number[] = []
        for (let nth = 0; nth < rounds; nth++) {
          floor.push(await fetchAll(small, pace))
          ours.push(await searchAll(finder))
        }
        return { floor, ours }
      }
      const asked = { [took]: await compare(paced), [bare]: await compare(unpaced) }
      const before = heap()
      const another = finderFor(large, unpaced)
      let peak = 0
      await searchAll(another, (pages) => {
        if (pages % 200 === 0) peak = Math.max(peak, heap())
      })
      return {
        ...asked,
        [held]: { floor: [before], ours: [heap()] },
        [max]: { floor: [], ours: [peak - before] },
      }
    } finally {
      small.end()
      large.end()
    }
  },
}

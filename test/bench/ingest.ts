import { median, type Figure } from './figure.ts'
import type { LoadResult } from './load.ts'
import { load, startBuilt, startFloor, type Subject } from './subject.ts'

const rounds = 5
const seconds = 2

/** A subject of its own for each round: the orders of the last one must not weigh on the next. */
async function round(
  start: () => Promise<Subject>,
  connections: number,
  run: string,
): Promise<LoadResult> {
  const subject = await start()
  try {
    const { webhook: url, token } = subject
    await load({ url, token, connections, seconds: 1, run: `${run}-warm` })
    return await load({ url, token, connections, seconds, run })
  } finally {
    await subject.end()
  }
}

/** limits.md: what is asked of the ratio at each number of connections, and of the p99 in milliseconds. */
const aims = [
  { connections: 1, ratio: 0.14, p99: null },
  { connections: 16, ratio: 0.15, p99: 25 },
  { connections: 64, ratio: null, p99: null },
]

/** Durable ingest: orders of 5 KB a second, each answered after its commit, while they are read as well. */
export async function ingest(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { connections, ratio, p99 } of aims) {
    const floor: LoadResult[] = []
    const ours: LoadResult[] = []
    for (let nth = 0; nth < rounds; nth++) {
      floor.push(await round(() => startFloor(), connections, `f${nth}`))
      ours.push(await round(() => startBuilt(), connections, `o${nth}`))
    }
    const rate = (results: LoadResult[]): number =>
      median(results.map(({ perSecond }) => perSecond))
    const slowest = (results: LoadResult[]): number => median(results.map((result) => result.p99))
    figures.push({
      name: `durable ingest, ${connections} connections`,
      unit: '/s',
      floor: rate(floor),
      ours: rate(ours),
      aim: ratio === null ? null : { words: `>= ${ratio}`, met: rate(ours) / rate(floor) >= ratio },
    })
    figures.push({
      name: `  its p99`,
      unit: 'ms',
      floor: slowest(floor),
      ours: slowest(ours),
      aim: p99 === null ? null : { words: `<= ${p99} ms`, met: slowest(ours) <= p99 },
    })
  }
  return figures
}

import { setTimeout as pause } from 'node:timers/promises'
import { minRatio, type Part } from './figure.ts'
import type { LoadPlan, LoadResult } from './load.ts'
import { load, startBuilt, startFloor, type Subject } from './subject.ts'

const seconds = 1
/** Until the engine has compiled the code of both. */
export const warm = { connections: 16, seconds: 10, orders: 4_000, run: 'warm' }
/** What arrived is read by then, so that it doesn't affect the next turn. */
const settleMs = 300

/** Posts orders, and waits until they are read. */
export async function postAndSettle(
  { webhook: url, token }: Subject,
  plan: Omit<LoadPlan, 'url' | 'token'>,
): Promise<LoadResult> {
  const result = await load({ url, token, ...plan })
  await pause(settleMs)
  return result
}

const counts = [1, 16, 64]
const rateName = (connections: number): string =>
  `durable ingest, ${String(connections)} ${connections === 1 ? 'connection' : 'connections'}`
const slowName = (connections: number): string => `  its p99, at ${String(connections)}`
const floor = 'node:http that parses and inserts each order once, with one commit per turn at FULL'

const noRounds = () => ({ floor: [] as number[], ours: [] as number[] })

/**
 * Durable ingest. Both take short turns, so that a slow moment of the machine affects both, and
 * their stored data grows equally.
 */
export const ingest: Part = {
  rounds: 4,
  lines: counts.flatMap((connections) => [
    {
      name: rateName(connections),
      unit: '/s',
      measures:
        'Orders of 5 KB that are answered per second, each after its commit, while they become tickets.',
      floor,
      aim: minRatio(0.6),
    },
    {
      name: slowName(connections),
      unit: 'ms',
      measures: '99 of 100 answers came within this time.',
      floor,
      aim: null,
    },
  ]),
  async measure(rounds) {
    const subjects = { floor: await startFloor(), ours: await startBuilt() }
    const measured = Object.fromEntries(ingest.lines.map(({ name }) => [name, noRounds()] as const))
    for (const subject of Object.values(subjects)) await postAndSettle(subject, warm)
    for (let nth = 0; nth < rounds; nth++)
      for (const connections of counts)
        for (const who of ['floor', 'ours'] as const) {
          const run = `${String(connections)}x${String(nth)}`
          const { perSecond, p99 } = await postAndSettle(subjects[who], {
            connections,
            seconds,
            run,
          })
          measured[rateName(connections)]?.[who].push(perSecond)
          measured[slowName(connections)]?.[who].push(p99)
        }
    for (const subject of Object.values(subjects)) await subject.end()
    return measured
  },
}

import { setTimeout as pause } from 'node:timers/promises'
import { maxRatio, type Part } from './figure.ts'
import { load, startBuilt, startFloor, withProbe, type Subject } from './subject.ts'

const connections = 16
const seconds = 2
const settleMs = 1_000

/**
 * The delay of the main loop, p99 in ms: idle, and while orders arrive as fast as they are
 * answered.
 */
async function round(subject: Subject, run: string): Promise<{ rest: number; busy: number }> {
  const p99 = async (): Promise<number> => ((await subject.ask('loop')) as { p99: number }).p99
  const { webhook: url, token } = subject
  await load({ url, token, connections, seconds: 0.5, run: `${run}-warm` })
  await pause(settleMs)
  await p99()
  await pause(seconds * 1_000)
  const rest = await p99()
  await load({ url, token, connections, seconds, run })
  const busy = await p99()
  await subject.end()
  return { rest, busy }
}

const own = 'main loop of the host during ingest, p99'
const bare = '  of the durable floor during ingest, p99'

/** What is left of the main loop during ingest. */
export const loop: Part = {
  rounds: 2,
  lines: [
    {
      name: own,
      unit: 'ms',
      measures: `Delay of the host's main loop while ${String(connections)} connections post.`,
      floor: 'the same host at rest',
      aim: maxRatio(1.5),
    },
    {
      name: bare,
      unit: 'ms',
      measures: "The same for ingest's floor, which commits on its only loop.",
      floor: 'the same floor at rest',
      aim: null,
    },
  ],
  async measure(rounds) {
    const floors: { rest: number; busy: number }[] = []
    const ours: { rest: number; busy: number }[] = []
    for (let nth = 0; nth < rounds; nth++) {
      floors.push(await round(await startFloor(withProbe()), `f${String(nth)}`))
      ours.push(await round(await startBuilt(withProbe()), `o${String(nth)}`))
    }
    return {
      [own]: { floor: ours.map(({ rest }) => rest), ours: ours.map(({ busy }) => busy) },
      [bare]: { floor: floors.map(({ rest }) => rest), ours: floors.map(({ busy }) => busy) },
    }
  },
}

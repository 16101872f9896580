import { setTimeout as pause } from 'node:timers/promises'
import { startPractice } from '#practice/platform.ts'
import { practiceToken } from '#practice/practice-store.ts'
import type { MenuPayload } from '#practice/menu/payload.ts'
import { callWeb } from '#test/support/web-process.ts'
import { largeMenu } from './board-menu.ts'
import { largeEvents } from './large-events.ts'
import { kinds, lists, openFront, type Front, type List } from './long-lists.ts'
import { maxOurs, type Line, type Measured, type Part } from './figure.ts'
import { startBuilt, withProbe, type Subject } from './subject.ts'

const aimMs = 100
/** A usual page, the limit, and more than is read. */
const sizes = [2_000, 20_000, 300_000]
const menuBytes = 7_000_000
const megabyte = 1024 * 1024

interface Loop {
  longest: number
}

/** The longest block of the loop until the host has been idle for a second, in ms. */
async function longestUntilRest(host: Subject): Promise<number> {
  let longest = 0
  for (let quiet = 0; quiet < 3;) {
    await pause(350)
    const block = ((await host.ask('loop')) as Loop).longest
    longest = Math.max(longest, block)
    quiet = block < 25 ? quiet + 1 : 0
  }
  return longest
}

interface Case {
  title: string
  /** Milliseconds. */
  longest: number
  /** The largest memory, in megabytes. */
  rss: number
}

async function peakOf(host: Subject): Promise<number> {
  return ((await host.ask('memory')) as { peak: number }).peak / megabyte
}

const slowest = (cases: readonly Case[]): Case =>
  cases.reduce((max, each) => (each.longest > max.longest ? each : max))

const ofLists = (size: number): string =>
  `longest block, lists of ${size.toLocaleString('en')} records`
const ofMenu = 'longest block, a menu of 7 MB that changes'
const ofEvents = 'longest block, events of 4 MiB'
const ofMemory = 'resident memory at the most meanwhile'

const line = (name: string, measures: string): Line => ({
  name,
  unit: 'ms',
  measures,
  floor: null,
  aim: maxOurs(aimMs, 'ms'),
})

function tell({ title, longest, rss }: Case): void {
  const [ms, mb] = [longest, rss].map((value) => value.toFixed(0).padStart(6))
  process.stderr.write(`${ms ?? ''} ms ${mb ?? ''} MB  ${title}\n`)
}

/** Resolves once the front got the request; throws if that takes too long. */
async function asked(front: Front, title: string): Promise<void> {
  for (let tries = 0; front.served() === 0; tries++) {
    if (tries > 200) throw new Error(`nobody asked for ${title}`)
    await pause(100)
  }
}

async function measureList(front: Front, name: string, list: List): Promise<Map<number, Case[]>> {
  const bySize = new Map<number, Case[]>(sizes.map((size) => [size, []]))
  const host = await startBuilt({ ...withProbe(), connected: front.connected })
  await longestUntilRest(host)
  for (const size of sizes)
    for (const [kind, record] of Object.entries(kinds)) {
      const title = `${name}, ${size.toLocaleString('en')} ${kind}`
      front.serve(
        list.path,
        list.data(Array.from({ length: size }, (_, nth) => record(nth)).join(',')),
      )
      const answer = list.ask(host, front.connected.v3).catch(() => undefined)
      await asked(front, title)
      const longest = await longestUntilRest(host)
      await answer
      const measured = { title, longest, rss: await peakOf(host) }
      tell(measured)
      bySize.get(size)?.push(measured)
    }
  await host.end()
  return bySize
}

/** Reads a good menu, and then again with one change. */
async function measureMenu(front: Front): Promise<Case[]> {
  const sample = (await (
    await fetch(`${front.practice}/ecommerce/menu`, {
      headers: { authorization: `Bearer ${practiceToken}` },
    })
  ).json()) as { data: [MenuPayload] }
  const menu = JSON.stringify(largeMenu(sample.data[0]))
  const names = menu.match(/"name":/g)?.length ?? 0
  const note = `"note":"${'x'.repeat(Math.ceil((menuBytes - menu.length) / names))}",`
  const filled = menu.replaceAll('"name":', `${note}"name":`)
  const host = await startBuilt({ ...withProbe(), connected: front.connected })
  await longestUntilRest(host)
  const cases: Case[] = []
  const changed = filled
    .replace('"Palta', '"Palta Hass')
    .replace('"available":true', '"available":false')
  for (const [title, text] of [['a menu', filled] as const, ['another menu', changed] as const]) {
    front.serve(/\/ecommerce\/menu$/, `[${text}]`)
    await callWeb(host.ui, 'menu.refresh', {})
    await asked(front, title)
    const measured = { title, longest: await longestUntilRest(host), rss: await peakOf(host) }
    tell(measured)
    cases.push(measured)
  }
  await host.end()
  return cases
}

async function measureEvents(): Promise<Case[]> {
  const cases: Case[] = []
  for (const [name, event] of Object.entries(largeEvents)) {
    const body = event()
    const host = await startBuilt(withProbe())
    await longestUntilRest(host)
    const answer = await fetch(host.webhook, {
      method: 'POST',
      headers: { authorization: `Bearer ${host.token}`, 'content-type': 'application/json' },
      body,
    })
    if (answer.status >= 500) throw new Error(`${name}: ${String(answer.status)}`)
    const title = `${name}, answered ${String(answer.status)}`
    const measured = { title, longest: await longestUntilRest(host), rss: await peakOf(host) }
    tell(measured)
    cases.push(measured)
    await host.end()
  }
  return cases
}

/** How long the platform's answers block the host, however odd and long they are. */
export const answers: Part = {
  rounds: null,
  lines: [
    ...sizes.map((size) =>
      line(
        ofLists(size),
        'The longest turn of the host while it read one list of the platform. Some lists have only unreadable records, others only readable ones.',
      ),
    ),
    line(ofMenu, 'The same while it read a good menu, and again with one change.'),
    line(ofEvents, 'The same while it stored and read one event. Twelve kinds of events.'),
    {
      name: ofMemory,
      unit: 'MB',
      measures: 'The largest resident memory in any of these.',
      floor: null,
      aim: null,
    },
  ],
  async measure() {
    const practice = await startPractice()
    const front = await openFront(practice)
    try {
      const measured = new Map<string, Case[]>()
      for (const [name, list] of Object.entries(lists))
        for (const [size, cases] of await measureList(front, name, list))
          measured.set(ofLists(size), [...(measured.get(ofLists(size)) ?? []), ...cases])
      measured.set(ofMenu, await measureMenu(front))
      measured.set(ofEvents, await measureEvents())
      const all = [...measured.values()].flat()
      return {
        ...Object.fromEntries(
          [...measured].map(([name, cases]): [string, Measured] => {
            const { longest, title } = slowest(cases)
            return [name, { floor: [], ours: [longest], note: title }]
          }),
        ),
        [ofMemory]: { floor: [], ours: [Math.max(...all.map(({ rss }) => rss))] },
      }
    } finally {
      front.close()
      await practice.close()
    }
  },
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { HostEvent } from '#contract/index.ts'
import { appVersion } from '#host/core/versions.ts'
import type { Listener } from '#host/start/screen-listeners.ts'
import { Streams } from './streams.ts'

const settings = (undoSeconds: number) =>
  ({ type: 'settings.changed', settings: { undoSeconds } }) as HostEvent
const missed: HostEvent = { type: 'events.missed' }

/** Streams on a server, and a host that sends what the test wants. */
async function openStreams() {
  let say: Listener = () => undefined
  const streams = new Streams(
    {
      onEvent(listen) {
        say = listen
        return () => undefined
      },
    },
    () => undefined,
  )
  const server = createServer((request, response) => {
    const [screenId = '', reported] = (request.url ?? '').slice(1).split('/')
    streams.open(response, screenId, reported === undefined ? null : Number(reported))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo

  let ends = 1_000
  /** What a screen receives up to a last message for it alone. */
  async function readEvents(screenId: string, reported?: number): Promise<HostEvent[]> {
    const { body } = await fetch(
      `http://127.0.0.1:${String(port)}/${screenId}${reported === undefined ? '' : `/${String(reported)}`}`,
    )
    if (body === null) throw new Error('no stream')
    const reader = body.getReader()
    const last = settings(++ends)
    say(last, (other) => other === screenId)
    let text = ''
    while (!text.includes(JSON.stringify(last))) {
      const chunk: { value?: Uint8Array; done: boolean } = await reader.read()
      if (chunk.value === undefined) throw new Error('ended')
      text += Buffer.from(chunk.value).toString()
    }
    await reader.cancel()
    const messages = [...text.matchAll(/^data: (.*)$/gm)]
    return messages.slice(0, -1).map(([, data = '']) => JSON.parse(data) as HostEvent)
  }
  return {
    streams,
    address: `http://127.0.0.1:${String(port)}`,
    readEvents,
    say: (event: HostEvent, ...screens: string[]) =>
      say(event, (screenId) => screens.length === 0 || screens.includes(screenId)),
  }
}

test('a stream starts with the events since its first view that its screen may receive', async () => {
  const { streams, say, readEvents } = await openStreams()
  say(settings(1))
  const { reported } = streams
  say(settings(2))
  say(settings(3), 'office')
  expect(await readEvents('grill', reported)).toEqual([settings(2)])
  expect(await readEvents('office', reported)).toEqual([settings(2), settings(3)])
})

test('without newer events, it starts empty', async () => {
  const { streams, say, readEvents } = await openStreams()
  expect(await readEvents('grill', streams.reported)).toEqual([])
  say(settings(1))
  expect(await readEvents('grill', streams.reported)).toEqual([])
})

test('a stream begins with the version of its host', async () => {
  const { address } = await openStreams()
  const { headers } = await fetch(`${address}/grill`)
  expect(headers.get('x-kitchen-pass-version')).toBe(appVersion)
})

test('a screen without a number, or with one that is too old, has missed events', async () => {
  const { streams, say, readEvents } = await openStreams()
  expect(await readEvents('grill'), 'no number').toEqual([missed])
  expect(await readEvents('grill', streams.reported + 1), 'a number of another host').toEqual([
    missed,
  ])
  const { reported } = streams
  for (let nth = 0; nth < 100; nth++) say(settings(nth))
  expect(await readEvents('grill', reported), 'within reach').toHaveLength(100)
  expect(await readEvents('grill', reported), 'too long ago').toEqual([missed])
})

/** Opens a stream and doesn't read it until told to. */
async function holdOpen(address: string) {
  const { body } = await fetch(address)
  if (body === null) throw new Error('no stream')
  const reader = body.getReader()
  return {
    /** What arrives up to a last message. */
    async readTo(last: HostEvent): Promise<HostEvent[]> {
      const ending = `${JSON.stringify(last)}\n\n`
      const chunks: Uint8Array[] = []
      let end = Buffer.alloc(0)
      while (!end.includes(ending)) {
        const chunk: { value?: Uint8Array; done: boolean } = await reader.read()
        if (chunk.value === undefined) throw new Error('ended')
        chunks.push(chunk.value)
        // It may be split in two.
        end = Buffer.concat([end.subarray(-ending.length), chunk.value])
      }
      await reader.cancel()
      const text = Buffer.concat(chunks).toString()
      return [...text.matchAll(/^data: (.*)$/gm)].map(
        ([, data = '']) => JSON.parse(data) as HostEvent,
      )
    },
  }
}

/** A message of about 1 MiB. */
const part = (nth: number) =>
  ({
    type: 'stock.changed',
    revision: nth,
    gone: ['y'.repeat(1024 * 1024)],
  }) as unknown as HostEvent
const revisions = (events: readonly HostEvent[]): (number | string)[] =>
  events.map((event) => ('revision' in event ? event.revision : event.type))

test('12 MiB of events arrive completely, part by part, at a screen that reads', async () => {
  const { streams, say, address } = await openStreams()
  const screen = await holdOpen(`${address}/grill/${String(streams.reported)}`)
  for (let nth = 1; nth <= 12; nth++) say(part(nth))
  say(settings(1))
  const received = await screen.readTo(settings(1))
  expect(revisions(received)).toEqual([
    ...Array.from({ length: 12 }, (_, nth) => nth + 1),
    'settings.changed',
  ])
})

test('a screen that does not read stays connected, and is notified once that it missed something', async () => {
  const { streams, say, address } = await openStreams()
  const screen = await holdOpen(`${address}/grill/${String(streams.reported)}`)
  for (let nth = 1; nth <= 60; nth++) say(part(nth))
  const other = await holdOpen(`${address}/grill/${String(streams.reported)}`)
  say(settings(1))
  expect(revisions(await other.readTo(settings(1)))).toEqual(['settings.changed'])
  const received = revisions(await screen.readTo(missed))
  expect(received.filter((word) => word === 'events.missed')).toHaveLength(1)
  expect(received.length).toBeLessThan(60)
})

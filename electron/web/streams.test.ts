import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { HostEvent } from '#contract/operations.ts'
import type { Listener } from '#host/kitchen.ts'
import { createStreams } from './streams.ts'

const settings = (undoSeconds: number) =>
  ({ type: 'settings.changed', settings: { undoSeconds } }) as HostEvent
const missed: HostEvent = { type: 'events.missed' }

/** Streams on a server, and a host that says what the test wants. */
async function openStreams() {
  let say: Listener = () => undefined
  const streams = createStreams({
    onEvent(listen) {
      say = listen
      return () => undefined
    },
  })
  const server = createServer((request, response) => {
    const [screenId = '', told] = (request.url ?? '').slice(1).split('/')
    streams.open(response, screenId, told === undefined ? null : Number(told))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo

  let ends = 1_000
  /** What a screen hears up to a last word to it alone. */
  async function hear(screenId: string, told?: number): Promise<HostEvent[]> {
    const { body } = await fetch(
      `http://127.0.0.1:${String(port)}/${screenId}${told === undefined ? '' : `/${String(told)}`}`,
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
    hear,
    say: (event: HostEvent, ...screens: string[]) =>
      say(event, (screenId) => screens.length === 0 || screens.includes(screenId)),
  }
}

test('a stream begins with what was said since its first view, as far as its screen may hear it', async () => {
  const { streams, say, hear } = await openStreams()
  say(settings(1))
  const { told } = streams
  say(settings(2))
  say(settings(3), 'office')
  expect(await hear('grill', told)).toEqual([settings(2)])
  expect(await hear('office', told)).toEqual([settings(2), settings(3)])
})

test('where nothing was said since, it begins with nothing', async () => {
  const { streams, say, hear } = await openStreams()
  expect(await hear('grill', streams.told)).toEqual([])
  say(settings(1))
  expect(await hear('grill', streams.told)).toEqual([])
})

test('a screen that says nothing, or a number that is not kept, has missed something', async () => {
  const { streams, say, hear } = await openStreams()
  expect(await hear('grill'), 'no number').toEqual([missed])
  expect(await hear('grill', streams.told + 1), 'a number of another host').toEqual([missed])
  const { told } = streams
  for (let nth = 0; nth < 100; nth++) say(settings(nth))
  expect(await hear('grill', told), 'within reach').toHaveLength(100)
  expect(await hear('grill', told), 'too long ago').toEqual([missed])
})

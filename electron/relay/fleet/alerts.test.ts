import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { FleetStore } from '#contract/relay/fleet.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { FleetAlerts } from './alerts.ts'

const storeWith = (state: FleetStore['state']): FleetStore => ({
  ...{ id: 'w.a', websiteId: 'w', storeId: 'a', name: 'Alto', region: '', tags: [], state },
  troubles: state === 'closed' || state === 'well' ? [] : [state],
  ...{ since: 0, seenAt: 0, status: null },
})

async function open() {
  const texts: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      texts.push((JSON.parse(body) as { text: string }).text)
      response.end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const clock = new FakeClock()
  const context = { clock, log: createRecordingLog(), chance: () => 0.5 }
  const alerts = new FleetAlerts(context, `http://127.0.0.1:${String(port)}/`)
  return {
    texts,
    /** The store is in this state for two minutes. */
    async last(state: FleetStore['state']): Promise<void> {
      await alerts.look([storeWith(state)])
      await clock.advance(120_000)
      await alerts.look([storeWith(state)])
    },
  }
}

test('a store that closes posts nothing', async () => {
  const { texts, last } = await open()
  await last('well')
  await last('closed')
  await last('well')
  expect(texts).toEqual([])
})

test('one that was silent when it closed is well again only once it says so', async () => {
  const { texts, last } = await open()
  await last('silent')
  await last('closed')
  await last('silent')
  expect(texts).toEqual(['Alto (w): silent'])
  await last('closed')
  await last('well')
  expect(texts).toEqual(['Alto (w): silent', 'Alto (w): well again'])
})

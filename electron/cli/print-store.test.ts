import { expect, test } from 'vitest'
import type { HostEvent } from '#contract/index.ts'
import type { StoreSeen } from '#contract/status/status.ts'
import { printStore } from './print-answers.ts'

/** The terminal output for the host's messages. */
function start(options: { hasRelayFile?: boolean } = {}) {
  const sentences: string[] = []
  let send: (event: HostEvent) => void = () => undefined
  printStore(
    {
      onEvent(listen) {
        send = (event) => {
          listen(event, () => true)
        }
        return () => true
      },
    },
    (sentence) => sentences.push(sentence),
    options,
  )
  return {
    sentences,
    send: (event: HostEvent) => {
      send(event)
    },
  }
}

test('a store that the token does not see is said once, whenever it is learned, and again after it was seen', () => {
  const { sentences, send } = start()
  const tell = (state: StoreSeen['state'], ...names: string[]) => {
    const storeSeen = { state, stores: names.length, names }
    send({ type: 'status.changed', status: { storeSeen, outbox: { paused: null } } } as HostEvent)
  }
  send({ type: 'host.replaced' })
  tell('unknown')
  expect(sentences).toEqual([])
  tell('not-seen', 'Colón', 'Far')
  tell('not-seen', 'Colón', 'Far')
  expect(sentences).toHaveLength(1)
  expect(sentences[0]).toContain('it sees 2 (Colón, Far)')
  tell('unknown')
  tell('not-seen')
  expect(sentences).toHaveLength(1)
  tell('seen', 'Colón')
  tell('not-seen')
  expect(sentences).toHaveLength(2)
  expect(sentences[1]).toContain('it sees no store')
})

test('the message that nothing is sent to an address with http is printed once', () => {
  const { sentences, send } = start()
  const tell = (reason: string | null) => {
    const outbox = { paused: reason === null ? null : { code: 'unreachable', reason } }
    send({ type: 'status.changed', status: { storeSeen: { state: 'seen' }, outbox } } as HostEvent)
  }
  tell('no-token')
  expect(sentences).toEqual([])
  tell('unencrypted')
  tell('unencrypted')
  expect(sentences).toEqual([
    expect.stringMatching(/^The connected address uses http.*--allow-http/),
  ])
})

test('a name of a store neither steers the terminal nor starts a line of its own', () => {
  const { sentences, send } = start()
  const names = ['\u001b]0;Mine\u0007Colón\r\nKitchen Pass ended', '\u009b2JFar\u202e']
  const storeSeen = { state: 'not-seen', stores: 2, names }
  send({ type: 'status.changed', status: { storeSeen, outbox: { paused: null } } } as HostEvent)
  expect(sentences).toHaveLength(1)
  expect(sentences[0]).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(sentences[0]).toContain('Colón')
})

test('that the practice store doesn’t use a relay’s file is printed once, and only with a file', () => {
  const send = (options: { hasRelayFile?: boolean }, ...modes: string[]) => {
    const { sentences, send: tell } = start(options)
    for (const mode of modes) {
      const status = { mode, storeSeen: { state: 'seen' }, outbox: { paused: null } }
      tell({ type: 'status.changed', status } as HostEvent)
    }
    return sentences
  }
  expect(send({ hasRelayFile: true }, 'practice', 'practice')).toEqual([
    expect.stringContaining('The relay’s file isn’t used'),
  ])
  expect(send({ hasRelayFile: true }, 'store')).toEqual([])
  expect(send({}, 'practice')).toEqual([])
})

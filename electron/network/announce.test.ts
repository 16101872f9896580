import { once } from 'node:events'
import { createSocket } from 'node:dgram'
import { expect, onTestFinished, test } from 'vitest'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { machineAddresses } from '#receiver/addresses.ts'
import { announceHost } from './announce.ts'

/** A question for the address (A) of a name, as a system sends it (RFC 1035, section 4). */
function questionFor(name: string): Buffer {
  const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)])
  // One question; the answer may come to this socket alone.
  return Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...labels, 0, 0, 1, 0x80, 1])
}

/** The name of this computer as bytes in an answer. */
const inAnswer = Buffer.from('\x0ckitchen-pass\x05local')

test.skipIf(machineAddresses().length === 0)(
  'a system that asks for the name on the network gets an answer, until it is taken back',
  async () => {
    const log = createRecordingLog()
    const watching = { log, onOthers: () => undefined }
    const { stop } = await announceHost({ name: 'Kitchen Pass test', port: 8_440 }, watching)
    let isStopped = false
    onTestFinished(async () => {
      if (!isStopped) await stop()
    })
    const socket = createSocket({ type: 'udp4', reuseAddr: true })
    onTestFinished(() => void socket.close())
    socket.bind(5_353)
    await once(socket, 'listening')
    socket.addMembership('224.0.0.251')
    const answered = new Promise<void>((resolve) => {
      socket.on('message', (message) => {
        const isAnswer = ((message[2] ?? 0) & 0x80) !== 0
        if (isAnswer && message.includes(inAnswer)) resolve()
      })
    })
    const asking = setInterval(() => {
      socket.send(questionFor('kitchen-pass.local'), 5_353, '224.0.0.251')
    }, 200)
    await answered.finally(() => {
      clearInterval(asking)
    })
    await stop()
    isStopped = true
    expect(log.text()).toBe('')
  },
)

test.skipIf(machineAddresses().length === 0)(
  'another kitchen on the network is noticed, and also that it is gone',
  async () => {
    const log = createRecordingLog()
    const port = 8_441
    const own = await announceHost(
      { name: 'Kitchen Pass own', port: 8_440 },
      { log, onOthers: () => undefined },
    )
    onTestFinished(own.stop)
    const other = await announceHost(
      { name: 'Kitchen Pass other', port },
      { log, onOthers: () => undefined },
    )
    const isOther = (each: string): boolean => each.endsWith(`:${String(port)}`)
    await expect.poll(() => own.others().some(isOther)).toBe(true)
    expect(own.others().some((each) => each.endsWith(':8440'))).toBe(false)
    await other.stop()
    await expect.poll(() => own.others().some(isOther)).toBe(false)
  },
)

import { execFileSync, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { readReceipt, type Receipt } from './read-receipt.ts'

const askForState = Buffer.from([0x1d, 0x72, 0x01])
const askAtOnce = Buffer.from([0x10, 0x04, 0x01])

/** How many bytes of a terminal nobody has read (FIONREAD of Linux, which Node doesn't ask). */
function unreadBytes(path: string): number {
  const ask =
    'open(my $f, "<", $ARGV[0]) or die; my $n = pack("i", 0); ioctl($f, 0x541B, $n) or die; print unpack("i", $n)'
  return Number(execFileSync('perl', ['-e', ask, path], { encoding: 'utf8' }))
}

/** What a USB printer does: prints and answers, says nothing, or is pulled out while it prints. */
export type UsbBehaviour = 'answers' | 'silent' | 'unplugged'

/**
 * A printer behind a real device file: a pseudoterminal, which like a USB printer is a character
 * device with two directions and limited memory. `script` makes one.
 */
export async function openUsbPrinter(behaviour: UsbBehaviour) {
  // The terminal passes all bytes as they are. What it runs does not read from it.
  const child = spawn('script', ['-qc', 'stty raw -echo; tty; exec sleep 3600', '/dev/null'])
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = Buffer.alloc(0)
  const device = Promise.withResolvers<string>()

  child.stdout.on('data', (bytes: Buffer) => {
    printed = Buffer.concat([printed, bytes])
    const path = /^(\/dev\/pts\/\d+)\r?\n/.exec(printed.toString('latin1'))
    if (path !== null) {
      printed = printed.subarray(path[0].length)
      device.resolve(path[1] ?? '')
      return
    }
    if (behaviour === 'unplugged' && printed.length > askAtOnce.length) child.kill('SIGKILL')
    if (behaviour !== 'answers') return
    if (bytes.includes(askAtOnce)) child.stdin.write(Uint8Array.of(0x16))
    if (bytes.includes(askForState)) child.stdin.write(Uint8Array.of(0x00))
  })
  return {
    device: await device.promise,
    /** What came, without the questions that are answered at once. */
    receipt(): Receipt {
      const text = printed.toString('latin1').replaceAll(/\x10\x04./g, '')
      return readReceipt(Buffer.from(text, 'latin1'))
    },
    bytes: () => printed,
    /** Says something that nobody asked for now. Resolves once it is at the device. */
    async answerLate(): Promise<void> {
      child.stdin.write(Uint8Array.of(0x00))
      const path = await device.promise
      while (unreadBytes(path) === 0) await pause(10)
    },
  }
}

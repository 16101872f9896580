import { constants } from 'node:fs'
import { open, readdir, type FileHandle } from 'node:fs/promises'
import { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { PrintTrouble } from '#contract/printers/fields.ts'

/** Where USB printers are. Only a test has another place. */
export interface UsbPlace {
  system: NodeJS.Platform
  folder: string
  name: RegExp
}
export const usbPlace: UsbPlace = {
  system: process.platform,
  folder: '/dev/usb',
  name: /^lp\d{1,3}$/,
}

/** Whether an address is a device file of a USB printer. */
export const isUsbDevice = (address: string, { folder, name }: UsbPlace): boolean =>
  address.startsWith(`${folder}/`) && name.test(address.slice(folder.length + 1))

/** The device files of the USB printers that are plugged in. */
export async function findUsbDevices({ system, folder, name }: UsbPlace): Promise<string[]> {
  if (system !== 'linux') return []
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((each) => name.test(each))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((each) => `${folder}/${each}`)
}

/** Time between two questions whether the device has taken or sent bytes. */
const lookEveryMs = 10
/** How long a printer that usually says nothing may answer once it has taken everything. */
const lastWordMs = 300

const troubles: Record<string, PrintTrouble> = {
  ENOENT: 'no-device',
  ENODEV: 'no-device',
  ENXIO: 'no-device',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EBUSY: 'device-busy',
  // A link.
  ELOOP: 'not-for-printers',
}

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? ''
/** The device has nothing to read, or its memory is full. Without paper some say that it is full. */
const isLater = (cause: unknown): boolean => ['EAGAIN', 'ENOSPC'].includes(codeOf(cause))

/** Time for the system to fetch what the printer has to say. */
const oldAnswersMs = 50

/** Reads what the printer said too late for the last job. It would look like another machine. */
async function discardOldAnswers(file: FileHandle): Promise<void> {
  const bytes = new Uint8Array(64)
  await wait(oldAnswersMs)
  let bytesRead: number
  do {
    ;({ bytesRead } = await file.read(bytes, 0, bytes.length, null).catch(() => ({ bytesRead: 0 })))
  } while (bytesRead > 0)
}

/** A connection to a printer, as a socket is one. */
export type PrinterStream = Duplex & { destroySoon(): void }

type Done = (cause?: Error | null) => void

/**
 * Reads and writes a device file. It never waits in the system, because a printer without paper
 * would keep that thread for ever.
 */
class DeviceStream extends Duplex {
  readonly #file: FileHandle
  readonly #answer = new Uint8Array(64)
  #isReading = false

  constructor(file: FileHandle) {
    super()
    this.#file = file
  }

  override _read(): void {
    if (this.#isReading) return
    this.#isReading = true
    this.#readAll().catch((cause: unknown) => {
      // A printer with one direction only can't be read. It is one that never answers.
      if (codeOf(cause) !== 'EINVAL') this.destroy(cause as Error)
    })
  }

  override _write(bytes: Uint8Array, _encoding: BufferEncoding, done: Done): void {
    this.#writeAll(bytes, bytes.length).then(() => done(), done)
  }

  override _final(done: Done): void {
    this.#flush()
      .then(() => wait(lastWordMs))
      // It may have been pulled out meanwhile.
      .then(() => this.#flush())
      .then(() => {
        this.push(null)
        done()
      }, done)
  }

  override _destroy(cause: Error | null, done: Done): void {
    this.#file.close().then(
      () => done(cause),
      () => done(cause),
    )
  }

  /** What is not written yet would be printed later, and nobody would know. */
  destroySoon(): void {
    this.destroy()
  }

  async #readAll(): Promise<void> {
    const answer = this.#answer
    while (!this.destroyed) {
      const { bytesRead } = await this.#file
        .read(answer, 0, answer.length, null)
        .catch((cause: unknown) => {
          if (isLater(cause)) return { bytesRead: 0 }
          throw cause
        })
      if (bytesRead > 0) this.push(answer.slice(0, bytesRead))
      else await wait(lookEveryMs)
    }
  }

  /** Writes once the device takes it. Writing nothing waits until the device has taken all before. */
  async #writeAll(bytes: Uint8Array, length: number): Promise<void> {
    let written = 0
    while (!this.destroyed) {
      const { bytesWritten, isFull } = await this.#file
        .write(bytes, written, length - written)
        .then(
          (done) => ({ ...done, isFull: false }),
          (cause: unknown) => {
            if (isLater(cause)) return { bytesWritten: 0, isFull: true }
            throw cause
          },
        )
      written += bytesWritten
      if (!isFull && written >= length) return
      if (isFull || bytesWritten === 0) await wait(lookEveryMs)
    }
  }

  #flush(): Promise<void> {
    // Node itself answers for an empty array, without asking the system.
    return this.#writeAll(this.#answer, 0)
  }
}

/** Opens a device file of a USB printer. Resolves with the trouble if it can't. Never rejects. */
export async function openUsbDevice(
  address: string,
  place: UsbPlace,
): Promise<PrinterStream | PrintTrouble> {
  if (place.system !== 'linux') return 'usb-needs-linux'
  const { O_RDWR, O_NONBLOCK, O_NOCTTY, O_NOFOLLOW } = constants
  try {
    const file = await open(address, O_RDWR | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    if (!(await file.stat()).isCharacterDevice()) {
      await file.close()
      return 'not-for-printers'
    }
    await discardOldAnswers(file)
    return new DeviceStream(file)
  } catch (cause) {
    return troubles[codeOf(cause)] ?? 'no-device'
  }
}

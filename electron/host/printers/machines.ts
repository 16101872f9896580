import type { PrintTrouble } from '#contract/printers/fields.ts'
import type { Clock } from '../clock/clock.ts'
import type { PrinterEnding } from './printer-connection.ts'
import type { Sent } from './send.ts'
import type { PrinterRow } from './store.ts'

/** Troubles of a machine that may only have another connection at the moment. */
const busyTroubles: ReadonlySet<PrintTrouble> = new Set([
  'printer-busy',
  'nobody-listens',
  'cut-off',
  'device-busy',
])
/** For how long such a trouble means that the machine is busy, and how often it is tried then. */
const busyForMs = 30_000
const busyAgainMs = 2_000
/** How long a machine may keep a connection that we have ended. */
const holdMs = 25_000

type Place = Pick<PrinterRow, 'address' | 'port'>

/** What is known since the start about the machine at an address. */
interface Machine {
  isTaken: boolean
  /** Whether it closes a connection that we have ended. */
  hangsUp: boolean
  /** Whether it ever answered the question that is answered at once. */
  answersAtOnce: boolean
  /** Since when it takes no connection, by the monotonic clock; null if it does. */
  busySince: number | null
  /** Called when it has no connection any more. */
  waiting: Set<() => void>
}

/**
 * The machines that print. Many take one connection at a time, and some keep it for long after we
 * have ended it. So each has one connection, whichever printer or command asks for it.
 */
export class Machines {
  readonly #clock: Clock
  readonly #machines = new Map<string, Machine>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  #of({ address, port }: Place): Machine {
    const name = `${address.toLowerCase()} ${String(port)}`
    const stored = this.#machines.get(name)
    if (stored !== undefined) return stored
    const machine: Machine = {
      isTaken: false,
      hangsUp: true,
      answersAtOnce: false,
      busySince: null,
      waiting: new Set(),
    }
    this.#machines.set(name, machine)
    return machine
  }

  /** Talks to a machine over its only connection. Null if it has one; nothing is asked then. */
  async talk<Result>(
    place: Place,
    run: (ending: PrinterEnding) => Promise<Result>,
  ): Promise<Result | null> {
    const machine = this.#of(place)
    if (machine.isTaken) return null
    machine.isTaken = true
    return run({
      patienceMs: machine.hangsUp ? holdMs : 0,
      closed: (isInTime) => this.#release(machine, isInTime),
    })
  }

  #release(machine: Machine, isInTime: boolean): void {
    // Otherwise every job would wait. If it is refused, it is tried again.
    if (!isInTime) machine.hangsUp = false
    machine.isTaken = false
    const { waiting } = machine
    machine.waiting = new Set()
    for (const retry of waiting) retry()
  }

  /**
   * Sends to a machine. One that is busy gets nothing; `retry` is called when it is worth another
   * try. After half a minute it is not busy but in trouble.
   */
  async send(
    place: Place,
    run: (ending: PrinterEnding, expectsAnswer: boolean) => Promise<Sent>,
    retry: () => void,
  ): Promise<Sent> {
    const machine = this.#of(place)
    // In the same turn, so that no end of its connection is missed.
    if (machine.isTaken) {
      machine.waiting.add(retry)
      return { kind: 'not-sent', trouble: 'printer-busy' }
    }
    const { busySince } = machine
    const isLong = busySince !== null && this.#clock.monotonic() - busySince >= busyForMs
    const expectsAnswer = machine.answersAtOnce && !isLong
    const sent = await this.talk(place, (ending) => run(ending, expectsAnswer))
    if (sent === null) throw new Error('taken in the same turn')
    if (sent.kind !== 'not-sent' || !busyTroubles.has(sent.trouble)) {
      machine.busySince = null
      return sent
    }
    machine.busySince ??= this.#clock.monotonic()
    if (isLong) return sent
    this.#clock.after(busyAgainMs, retry)
    return { kind: 'not-sent', trouble: 'printer-busy' }
  }

  /** It answered the question that is answered at once, so it does whenever it is not busy. */
  answered(place: Place): void {
    this.#of(place).answersAtOnce = true
  }
}

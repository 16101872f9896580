import { z } from 'zod'
import { roles } from '../shared/caller.ts'
import { answersManager, defineContract, event, id, managers, none } from '../shared/operation.ts'
import type { System } from '../screens/screens.ts'
import { maxName } from '../settings/sections/screen.ts'
import { stationIds } from '../stations/contract.ts'

/** A browser that shows a code and waits until a manager lets it in. */
export interface WaitingScreen {
  id: string
  /** Null if the browser doesn't say. */
  system: System | null
  /** Its address on the network. */
  address: string
  /** When its code ends, ISO. */
  endsAt: string
}

/**
 * Why screens can't be served although they are allowed. `port-taken`: another program has the
 * port. `no-certificate`: the certificate of this computer can't be made or read.
 * `authority-damaged`: the files by which the screens recognise this computer are damaged, and only a
 * person may replace them.
 */
export type NetworkProblem = 'port-taken' | 'no-certificate' | 'authority-damaged'

/** How a screen recognises this computer. */
export interface HostCertificate {
  /** `own`: made here; each screen must learn to trust it. `given`: by whoever started the program. */
  kind: 'own' | 'given'
  /** SHA-256 of what the screens trust, as pronounceable words and as hexadecimal pairs. */
  words: string
  fingerprint: string
  /** The end of the server certificate, ISO. An own one is renewed before. */
  until: string
}

export interface Network {
  /** Whether this program can serve screens on the network. */
  isPossible: boolean
  isAllowed: boolean
  problem: NetworkProblem | null
  /** The port of the screens. */
  port: number
  /** The names and addresses of this computer for a new screen, the best first, with the port. */
  addresses: string[]
  /** Where other Kitchen Passes of this network are, as `address:port`. */
  otherHosts: string[]
  /** Null while screens aren't served. */
  certificate: HostCertificate | null
  waiting: WaitingScreen[]
  /** Whether more screens wait than are listed. They are let in by their code. */
  hasMoreWaiting: boolean
}

/** Screens on the local network: the switch, the certificate, and those that want to join. */
export const networkContract = defineContract({
  name: 'network',
  operations: {
    'network.get': answersManager<Network>()(none),
    'network.allow': answersManager<null>()(z.strictObject({ isAllowed: z.boolean() })),
    /**
     * Lets the screen that shows `code` in, with a name, a role and the stations that it shows. A wrong
     * code counts for `waitingId`; null if no listed screen was chosen. Fails with `wrong-code`,
     * `locked` after too many, and `not-found` if the chosen one no longer waits.
     */
    'network.approve': answersManager<null>()(
      z.strictObject({
        waitingId: id.nullable(),
        code: z.string().trim().min(1).max(20),
        name: z.string().trim().min(1).max(maxName),
        role: z.enum(roles),
        stations: stationIds.default([]),
      }),
    ),
    /** Makes a new authority. Every screen must trust this computer again. */
    'network.replaceAuthority': answersManager<null>()(none),
    /** The screen reads that it was not let in. */
    'network.refuse': answersManager<null>()(z.strictObject({ waitingId: id })),
  },
  events: {
    'network.changed': event(managers),
  },
})

import { z } from 'zod'
import { answersFront, answersManager, defineContract, id, none } from '../operation.ts'
import {
  guestInput,
  guestSearchInput,
  movementsInput,
  type Guest,
  type GuestExport,
  type GuestList,
  type GuestMovements,
  type LoyaltySummary,
} from './guests.ts'

export const guestsContract = defineContract({
  name: 'guests',
  operations: {
    /**
     * A page of 50 clients whose name, telephone or e-mail the platform finds by `words`; all of them without. `bad-input`
     * where the status is none of the platform's words.
     */
    'guests.list': answersFront<GuestList>()(guestSearchInput),
    'guests.read': answersFront<Guest>()(guestInput),
    'guests.movements': answersFront<GuestMovements>()(movementsInput),
    /** Of all time, or from one day to another. */
    'guests.summary': answersFront<LoyaltySummary>()(
      z.strictObject({ from: z.iso.date().nullable(), to: z.iso.date().nullable() }),
    ),
    /**
     * What the kitchen must know of a guest; empty takes it away. `too-late` where something else was noted, or all guests were
     * forgotten, while the platform was asked who it is.
     */
    'guests.setAllergies': answersFront<null>()(
      z.strictObject({ clientId: id, allergies: z.string().trim().max(300) }),
    ),
    /** Keeps what is typed there on this screen until it is noted, over a restart; null where it is what is noted. */
    'guests.typeAllergies': answersFront<null>()(
      z.strictObject({ clientId: id, typed: z.string().max(300).nullable() }),
    ),
    /** Forgets every guest that is kept here: names, telephones, notes, exports; the platform's own stay. */
    'guests.purge': answersManager<{ forgotten: number }>()(none),
    /** The last export, if there is one. */
    'guests.exportState': answersManager<GuestExport | null>()(none),
    /**
     * Begins one, in the place of the last; `jobs.changed` tells how far it is. `path` is a file that a person chose in a dialog of this machine (`Bridge.chooseFile`),
     * no other is written to; null where the browser saves it (contract, Bridge: saveExport).
     */
    'guests.export': answersManager<GuestExport>()(
      z.strictObject({ path: z.string().min(1).max(1000).nullable() }),
    ),
  },
  events: {},
})

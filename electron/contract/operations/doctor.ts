import type { Examination } from '../doctor.ts'
import { answersManager, none } from '../operation.ts'

export const doctorOperations = {
  'doctor.read': answersManager<Examination>()(none),
  /** Starts an examination of the platform, read-only; what it finds comes as `doctor.changed`. One at a time. */
  'doctor.examine': answersManager<null>()(none),
  /** What the last examination found, as text without secrets for a shop to send; `not-found` before the first. */
  'doctor.report': answersManager<string>()(none),
} as const

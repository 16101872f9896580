import { dialect } from '../dialect.ts'

const [cancelled = ''] = dialect.statusesCancelled.split(' ')
const [delivering = '', done = ''] = dialect.statusesHandedOver.split(' ')

/** The statuses of an order. `pending` is specified, the others are assumed. */
export const orderStatus = { pending: 'pending', cancelled, delivering, done }

/** The field of an order's `cancellationInfo` that says why. */
export const [cancellationReason = ''] = dialect.cancellationReasonFields.split(' ')

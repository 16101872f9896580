import { deliveryKinds, type DeliveryKind } from '#contract/deliveries.ts'

/** What may be sent (contract/deliveries.ts). One noun claims each kind; one that none claims does not compile. */
export const outboxKinds = deliveryKinds
export type OutboxKind = DeliveryKind

import { z } from 'zod'
import { couponSchema } from '../coupons.ts'
import {
  loyaltyClientRowSchema,
  loyaltyClientSchema,
  loyaltySummarySchema,
  pointMovementSchema,
} from '../loyalty.ts'
import { tokenInfoSchema } from '../me.ts'
import { menuSchema, productSchema } from '../menus.ts'
import { deliverySchema, orderSchema } from '../order.ts'
import { reservationSchema } from '../reservations.ts'
import { scheduleSchema } from '../schedule.ts'
import { stockRecordSchema } from '../stock.ts'
import { storeSchema } from '../stores.ts'
import { paymentMethodSchema, shiftSchema, tabPaymentSchema, wasteIncidentSchema } from '../tabs.ts'

/** What the document tells once and refers to by name. */
const resources = {
  Coupon: couponSchema,
  Delivery: deliverySchema,
  LoyaltyClient: loyaltyClientSchema,
  LoyaltyClientRow: loyaltyClientRowSchema,
  LoyaltySummary: loyaltySummarySchema,
  Menu: menuSchema,
  Order: orderSchema,
  PaymentMethod: paymentMethodSchema,
  PointMovement: pointMovementSchema,
  Product: productSchema,
  Reservation: reservationSchema,
  Schedule: scheduleSchema,
  Shift: shiftSchema,
  StockRecord: stockRecordSchema,
  Store: storeSchema,
  TabPayment: tabPaymentSchema,
  TokenInfo: tokenInfoSchema,
  WasteIncident: wasteIncidentSchema,
}

/** Where a resource may be written otherwise than its readers say: the place of a field, and its schema. */
export const exceptions = new Map<z.core.$ZodType, Record<string, object>>([
  [
    scheduleSchema,
    {
      // The sample of updateStoreSchedule shows the literal text null.
      closedUntilDate: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }, { const: 'null' }],
      },
    },
  ],
])

/** The names of those resources, as zod's JSON Schema takes them. */
export const resourceNames = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(resources)) resourceNames.add(schema, { id })

import type { Component } from 'vue'
import { Bike, ReceiptText, ShoppingBag, Utensils } from '@lucide/vue'
import type { OrderType } from '#contract/tickets/ticket.ts'

export const typeIcons: Record<OrderType, Component> = {
  delivery: Bike,
  pickup: ShoppingBag,
  table: Utensils,
  other: ReceiptText,
}

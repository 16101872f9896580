import { z } from 'zod'
import { tipsInAmount, wallCommands, wallSizes } from './fields.ts'
import { answers, answersManager, defineContract, event, none } from '../operation.ts'

/** What the whole store shares; kept in the database. Durations carry their unit in the name. */
export const settingsSchema = z.strictObject({
  undoSeconds: z.number().int().min(0).max(60),
  /** Share of the time to the promise after which a card turns amber. */
  amberShare: z.number().min(0.1).max(1),
  /** The kitchen says when it begins with a ticket, before it says that it is ready. */
  startedStage: z.boolean(),
  /** Minutes allowed for an order that names neither a promise nor a duration. */
  fallbackPreparationMinutes: z.number().int().min(1).max(240),
  pollSeconds: z.number().int().min(5).max(300),
  /** How quickly the pages of a list are asked for, all lists together. */
  requestsPerSecond: z.number().int().min(1).max(50),
  /** 127.0.0.1, or another address of this machine. */
  webhookAddress: z.string().min(1).max(100),
  /** Host names beside the address itself under which senders may reach the listener. */
  webhookHosts: z.array(z.string().min(1).max(253)).max(20),
  webhookPort: z.number().int().min(0).max(65_535),
  /** Guests who may arrive in one half hour before the book warns; null for no such limit. */
  coversPerHalfHour: z.number().int().min(1).max(1000).nullable(),
  /** How long a table is kept where nobody says otherwise. */
  tableMinutes: z.number().int().min(15).max(600),
  /** How many days guests' names, telephones, e-mails and notes are kept here. */
  guestDataDays: z.number().int().min(1).max(30),
  /** How many days past orders, what was sent of them, and the like are kept here; close-outs stay. */
  keepDays: z.number().int().min(31).max(3650),
  /** When the day of a shift begins, by the store's clock: what is earlier belongs to the day before. HH:MM. */
  businessDayBorder: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  /** Receipt printers may be at any address and port, also of this machine (host/printers/printer-place.ts). */
  anyPrinterAddress: z.boolean(),
  tipsInAmount: z.enum(tipsInAmount),
  /** How much a method may be over or short before it is counted again, in smallest units; null for what is usual for the currency. */
  overShortThreshold: z.number().int().min(0).max(1_000_000_000).nullable(),
})
export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = {
  undoSeconds: 8,
  amberShare: 0.75,
  startedStage: false,
  fallbackPreparationMinutes: 15,
  pollSeconds: 15,
  requestsPerSecond: 5,
  webhookAddress: '127.0.0.1',
  webhookHosts: [],
  webhookPort: 4890,
  coversPerHalfHour: null,
  tableMinutes: 120,
  guestDataDays: 30,
  keepDays: 60,
  businessDayBorder: '04:00',
  anyPrinterAddress: false,
  tipsInAmount: 'unknown',
  overShortThreshold: null,
}

/** What one screen likes; kept by its shell, never sent to the platform. */
export const preferencesSchema = z.strictObject({
  language: z.enum(['en', 'es', 'pt']).nullable(),
  theme: z.enum(['system', 'light', 'dark']),
  soundOn: z.boolean(),
  volume: z.number().min(0).max(1),
  types: z.array(z.enum(['delivery', 'pickup', 'table', 'other'])),
  showAllDay: z.boolean(),
  showPayment: z.boolean(),
  /** On the kitchen's wall: shown, or hidden behind one button; null as the screen's role has it. */
  navigation: z.enum(['shown', 'corner']).nullable(),
  /** How large the wall's text is. */
  wallSize: z.enum(wallSizes),
  /** Columns of the wall; null for as many as its text has room for. */
  wallColumns: z.number().int().min(2).max(10).nullable(),
  /** The row above the cards: name, clock, order types and ways to the lists. */
  wallHeader: z.boolean(),
  /** The numbers of the cards, also before anyone has used a key. */
  cardNumbers: z.boolean(),
  /** A tap on the head of a ticket bumps it, in place of opening its details. */
  headBumps: z.boolean(),
  /** Learned keys (`KeyboardEvent.key`, letters in lower case); a command without one has its own. */
  wallKeys: z.partialRecord(z.enum(wallCommands), z.string().min(1).max(40)),
  /** What the crew calls this screen: shown beside what was sold out on it. */
  screenName: z.string().trim().max(40),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const settingsContract = defineContract({
  name: 'settings',
  operations: {
    'settings.read': answers<Settings>()(none),
    'settings.change': answersManager<Settings>()(settingsSchema.partial()),
  },
  events: {
    'settings.changed': event<{ settings: Settings }>(),
  },
})

import type { RouteLocationRaw } from 'vue-router'
import {
  deliveryChoices,
  deliveryRoles,
  type DeliveryChoice,
  type DeliveryKind,
  type DeliveryReason,
  type PendingDecision,
} from '#contract/deliveries/delivery.ts'
import type { PrintJob } from '#contract/printers/printers.ts'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import { choiceText, nameOf, failureText } from '../../ui/delivery/delivery-text.ts'
import { say as sayDelivery } from '../../ui/delivery/messages.ts'
import type { Room } from '../../ui/page/room.ts'
import { say as sayApp } from '../../locales/i18n.ts'
import { rooms } from '../rooms.ts'
import type { Alert, AlertAction } from './alert.ts'
import { say } from './messages.ts'

/**
 * More entries of a kind are combined into one alert: they usually have one cause and are reviewed
 * together.
 */
const few = 3
/** The list shows the others. */
const maxNames = 6

type Some = readonly [PendingDecision, ...PendingDecision[]]
type Decide = (kind: DeliveryKind, subjects: readonly string[], choice: DeliveryChoice) => unknown

/** How each kind leads to its room; nothing for a kind without one. */
const kinds = rooms.reduce<NonNullable<Room['deliveries']>>(
  (all, { deliveries }) => ({ ...all, ...deliveries }),
  {},
)

const choicesOf = ({ delivery, about }: PendingDecision): readonly DeliveryChoice[] =>
  // Orders have reduced the count meanwhile, so it must be counted again on the board.
  about.isCount ? [] : deliveryChoices.filter((choice) => delivery.choices?.includes(choice))

/** What alerts of one entry and of many have in common. Only managers handle close-outs. */
function common({ kind, about }: PendingDecision): Pick<Alert, 'tone' | 'isFront'> {
  const tone = kinds[kind]?.tone ?? 'warn'
  const isFront = !deliveryRoles[kind].includes('kitchen') || about.printed === 'close-out'
  return { tone, ...(isFront && { isFront }) }
}

const show = (to: RouteLocationRaw | undefined): Alert['jump'] =>
  to === undefined ? null : { label: sayApp('alerts.show'), to }

const ask = (entries: Some): AlertAction => ({ label: sayDelivery('decision.decide'), entries })

function alertOfOne(entry: PendingDecision, decide: Decide): Alert {
  const { kind, subject, delivery, about } = entry
  const { isLookedAt, one } = kinds[kind] ?? {}
  const trouble = failureText(kind, delivery, { change: about.change }) ?? ''
  // The reason for an expired count doesn't help to count again.
  const message = about.isCount && delivery.state === 'expired' ? '' : (delivery.message ?? '')
  const actions =
    one === undefined && kind !== 'print'
      ? [ask([entry])]
      : choicesOf(entry).map((choice) => ({
          label: choiceText(kind, delivery, choice),
          run: () => decide(kind, [subject], choice),
        }))
  return {
    ...common(entry),
    id: `${kind} ${subject}`,
    title: nameOf(entry),
    text: [about.printer ?? '', trouble].filter((part) => part !== '').join(': '),
    ...(message === '' ? {} : { details: message }),
    actions: isLookedAt ? [] : actions,
    jump: show(one?.(entry)),
  }
}

/** One alert for many entries, with one decision for all; it links to where they are listed. */
function alertOfMany(entries: Some): Alert {
  const [first] = entries
  const { kind, delivery, about } = first
  const { isLookedAt, one, all } = kinds[kind] ?? {}
  const names = entries.slice(0, maxNames).map(nameOf)
  if (entries.length > maxNames) names.push('…')
  const messages = new Set(entries.flatMap((entry) => entry.delivery.message ?? []))
  const [decided, ...others] = entries.filter((entry) => choicesOf(entry).length > 0)
  return {
    ...common(first),
    id: `${kind} ${about.change ?? delivery.state}`,
    title: failureText(kind, delivery, { n: entries.length, change: about.change }) ?? '',
    text: joinTexts(names, ', '),
    ...(messages.size === 0 ? {} : { details: [...messages].join(' · ') }),
    actions: isLookedAt || decided === undefined ? [] : [ask([decided, ...others])],
    jump: show(all ?? one?.(first)),
  }
}

/** Alerts for entries that need a decision: one each, or one for many with the same problem. */
export function deliveryAlerts(pending: readonly PendingDecision[], decide: Decide): Alert[] {
  const troubles = new Map<string, [PendingDecision, ...PendingDecision[]]>()
  // The entry that has waited longest comes first.
  for (const entry of pending.toReversed()) {
    const { kind, delivery, about } = entry
    const trouble = [kind, about.change ?? delivery.state, about.printed === 'close-out'].join(' ')
    const entries = troubles.get(trouble)
    if (entries === undefined) troubles.set(trouble, [entry])
    else entries.push(entry)
  }
  return [...troubles.values()].flatMap((entries) =>
    entries.length > few
      ? [alertOfMany(entries)]
      : entries.map((entry) => alertOfOne(entry, decide)),
  )
}

/** Why a printer doesn't print, as it said itself; otherwise it can't be reached. */
const printerTitles = {
  'no-paper': 'alerts.printerNoPaper',
  'cover-open': 'alerts.printerCoverOpen',
  'printer-offline': 'alerts.printerPaused',
} as const satisfies Partial<Record<DeliveryReason, string>>

const isOwnTrouble = (reason: DeliveryReason | undefined): reason is keyof typeof printerTitles =>
  reason !== undefined && reason in printerTitles

/** The oldest job is the one that was tried last. */
const reasonOf = (jobs: readonly PrintJob[]) => jobs.at(-1)?.delivery.reason

function printerTitle(printer: string, jobs: readonly PrintJob[]): string {
  const reason = reasonOf(jobs)
  return say(isOwnTrouble(reason) ? printerTitles[reason] : 'alerts.printerAway', { printer })
}

/**
 * Printers that were unreachable for long, each with the number of waiting jobs. `printAnyway` is
 * for those that say that they are paused; null if this screen may not do it.
 */
export function awayPrinterAlerts(
  waiting: readonly PrintJob[],
  nameOfPrinter: (printerId: string) => string,
  printAnyway: ((printerId: string) => unknown) | null,
): Alert[] {
  const printers = new Set(waiting.map(({ printerId }) => printerId))
  return [...printers].map((printerId) => {
    const jobs = waiting.filter((job) => job.printerId === printerId)
    return {
      ...(jobs.every(({ kind }) => kind === 'close-out') ? { isFront: true } : {}),
      id: `printer ${printerId}`,
      tone: 'warn',
      title: printerTitle(nameOfPrinter(printerId), jobs),
      text: say('alerts.paperWaits', { n: jobs.length }),
      actions:
        printAnyway !== null && reasonOf(jobs) === 'printer-offline'
          ? [{ label: say('alerts.printAnyway'), run: () => printAnyway(printerId) }]
          : [],
      jump: show('/setup/printers'),
    }
  })
}

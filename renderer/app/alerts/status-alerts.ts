import type { AppError } from '#contract/shared/result.ts'
import type { ArchiveTrouble } from '#contract/status/archive.ts'
import type { Damage, Status, StoreSeen } from '#contract/status/status.ts'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import { longWhen } from '../../clock/when.ts'
import { errorSentence } from '../../locales/error-sentence.ts'
import { language, say } from '../../locales/i18n.ts'
import { wrongClock } from '../../state/health/skew.ts'
import { clockRemedy, clockText } from '../../state/health/skew-text.ts'
import { errorActions } from '../../state/health/error-actions.ts'
import { settingsRoom } from '../../settings/room.ts'
import type { Alert } from './alert.ts'

export interface AlertContext {
  /** This screen has no connection to its host. */
  isCutOff: boolean
  /** The platform is out of reach (state/health/overall-health.ts). */
  isSilent: boolean
  isDamageSeen: boolean
  isArchiveSeen: boolean
  isManager: boolean
  /** Retries the platform after a failure. */
  resume: () => unknown
  giveToken: () => unknown
  seeDamage: () => void
  seeArchive: () => void
}

const toConnection = () => ({ label: say('alerts.connection'), to: '/connection' })

/** An alert that leads to the connection's page unless `more` says otherwise. */
const alert = (id: string, tone: Alert['tone'], title: string, more: Partial<Alert>): Alert => ({
  ...{ id, tone, title, text: '', actions: [], jump: toConnection() },
  ...more,
})

/**
 * The token doesn't see this store, so no orders arrive. The stores that it does see help to find
 * the right token.
 */
const wrongStore = ({ stores, names }: StoreSeen, { resume }: AlertContext): Alert =>
  alert('wrong-store', 'bad', say('alerts.wrongStore'), {
    isCutting: true,
    text:
      names.length === 0
        ? say('alerts.wrongStoreNone')
        : say('alerts.wrongStoreText', {
            n: stores ?? names.length,
            names: joinTexts(names, ', '),
          }),
    actions: [{ label: say('common.resume'), run: resume }],
  })

/** Nothing is sent. Where another access key helps, the wall leads straight to it. */
function pausedAlert(paused: AppError, mode: Status['mode'], around: AlertContext): Alert {
  const isMissing = paused.reason === 'no-token'
  const missingText = around.isManager ? 'alerts.noTokenText' : 'alerts.noTokenManager'
  const ways = errorActions(paused, mode)
  return alert('paused', 'bad', say(isMissing ? 'alerts.noToken' : 'alerts.paused'), {
    isCutting: true,
    text: isMissing ? say(missingText) : errorSentence(paused),
    actions: ways.map((way) =>
      way === 'give-token'
        ? { label: say('common.giveToken'), run: around.giveToken }
        : { label: say('common.resume'), run: around.resume },
    ),
    isDirect: ways[0] === 'give-token',
    ...(paused.reason === 'moved' && {
      jump: { label: say('alerts.show'), to: '/setup/backups' },
    }),
  })
}

const damageTitles = {
  damaged: 'alerts.damaged',
  missing: 'alerts.missing',
  newer: 'alerts.newer',
  chosen: 'alerts.chosen',
} as const

/** What happened to the saved data: what replaced it, and where the file is that was here before. */
function lossText({ kind, keptAs, restoredFrom }: Damage, timeZone?: string): string {
  const when = restoredFrom === null ? '' : longWhen(restoredFrom, language(), timeZone)
  const isChosen = kind === 'chosen'
  const replaced = when === '' ? say('alerts.notRestored') : say('alerts.restored', { when })
  return [
    isChosen ? say('alerts.chosenText', { when }) : replaced,
    say('alerts.lossText'),
    ...(keptAs === null
      ? []
      : [say(isChosen ? 'alerts.chosenPlace' : 'alerts.keptAs', { file: keptAs })]),
  ].join(' ')
}

/** What became of the older orders. */
function archiveText({ kind, isOut, keptAs, copied: n }: ArchiveTrouble): string {
  if (kind === 'closed') return say('archive.closedText')
  const copied = isOut ? say('archive.copying') : say('archive.copied', { n })
  if (keptAs === null) return copied
  return `${copied} ${say('archive.keptAs', { file: keptAs })}`
}

/**
 * Problems that stop orders from arriving or changes from being sent. Without a connection to the
 * host, nothing else is known.
 */
export function statusAlerts(status: Status | null, around: AlertContext): Alert[] {
  if (around.isCutOff)
    return [alert('cut-off', 'bad', say('alerts.cutOff'), { text: say('alerts.cutOffText') })]
  if (status === null) return []
  const { archive, inbox, damage, outbox, setAside, storeSeen } = status
  const clock = wrongClock(status)
  const alerts: Alert[] = []
  if (inbox.refusing)
    alerts.push(
      alert('refusing', 'bad', say('alerts.refusing'), {
        isCutting: true,
        text: say('alerts.refusingText'),
      }),
    )
  if (around.isSilent)
    alerts.push(
      alert('silent', 'bad', say('alerts.silent'), {
        isCutting: true,
        text: say('alerts.silentText'),
      }),
    )
  if (outbox.paused !== null) alerts.push(pausedAlert(outbox.paused, status.mode, around))
  if (storeSeen.state === 'not-seen') alerts.push(wrongStore(storeSeen, around))
  if (damage !== null && !around.isDamageSeen)
    alerts.push(
      alert('damaged', 'bad', say(damageTitles[damage.kind]), {
        text: lossText(damage, status.store?.timeZone),
        actions: [{ label: say('common.gotIt'), run: around.seeDamage }],
        jump: null,
      }),
    )
  if (archive !== undefined && !around.isArchiveSeen)
    alerts.push(
      alert('archive', 'warn', say(`archive.${archive.kind}`), {
        text: archiveText(archive),
        actions: [{ label: say('common.gotIt'), run: around.seeArchive }],
        jump: null,
      }),
    )
  if (status.backup?.testFailedAt !== undefined)
    alerts.push(
      alert('backup-test', 'warn', say('alerts.backupTest'), {
        jump: around.isManager ? { label: settingsRoom.name(), to: '/setup/backups' } : null,
      }),
    )
  if (clock !== null)
    alerts.push(alert('wrong-clock', 'warn', clockText(clock), { text: clockRemedy(clock) }))
  if (inbox.unread > 0)
    alerts.push(
      alert('unread', 'note', say('alerts.unread', { n: inbox.unread }), {
        text: say('alerts.unreadText'),
      }),
    )
  if (setAside > 0)
    alerts.push(alert('set-aside', 'note', say('alerts.setAside', { n: setAside }), {}))
  return alerts
}

import type { Updates } from '#contract/updates/updates.ts'
import { say as sayCommon, addMessages } from '../../../locales/i18n.ts'
import { settingsRoom } from '../../../settings/room.ts'
import type { Alert } from '../alert.ts'
import type en from './messages/en.json'

/** Apart from the other messages of the app, because the first view doesn't need them. */
const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)

/** Updates that need a manager: one that failed, and one that never finds its time. */
export function updateAlerts(
  { state, notInstalled, isOverdue }: Pick<Updates, 'state' | 'notInstalled' | 'isOverdue'>,
  seen: () => unknown,
): Alert[] {
  const jump = { label: settingsRoom.name(), to: '/setup/updates' }
  if (notInstalled !== null)
    return [
      {
        id: 'update-not-installed',
        tone: 'note',
        isFront: true,
        title: say('updateAlerts.notInstalled', { version: notInstalled }),
        text: say('updateAlerts.notInstalledText'),
        actions: [{ label: sayCommon('common.gotIt'), run: seen }],
        jump,
      },
    ]
  if (!isOverdue || state.is !== 'ready') return []
  return [
    {
      id: 'update-overdue',
      tone: 'note',
      isFront: true,
      title: say('updateAlerts.overdue', { version: state.version }),
      text: say('updateAlerts.overdueText'),
      actions: [],
      jump,
    },
  ]
}

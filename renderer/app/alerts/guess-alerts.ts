import { isolateText } from '#contract/shared/isolate-text.ts'
import type { Screens } from '#contract/screens/screens.ts'
import { say as sayApp } from '../../locales/i18n.ts'
import type { Alert } from './alert.ts'
import { say } from './messages.ts'

/**
 * Someone is guessing the manager's PIN on a screen: tells a manager where, and again if it
 * continues.
 */
export function guessAlerts(
  screens: Screens | null,
  seen: ReadonlySet<string>,
  see: (id: string) => void,
): Alert[] {
  const nameOf = (screenId: string): string => {
    const name = screens?.all?.find(({ id }) => id === screenId)?.name ?? ''
    return name === '' ? say('alerts.noName') : isolateText(name)
  }
  return (screens?.guesses ?? []).flatMap(({ screenId, wrong, lastAt }) => {
    const id = `guesses-${screenId}-${lastAt}`
    if (seen.has(id)) return []
    return [
      {
        id,
        tone: 'warn' as const,
        title: say('alerts.guesses', { screen: nameOf(screenId) }),
        text: say('alerts.guessesText', { n: wrong }),
        actions: [{ label: say('common.gotIt'), run: () => see(id) }],
        jump: { label: sayApp('alerts.show'), to: '/setup/screens' },
      },
    ]
  })
}

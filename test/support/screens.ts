import { onTestFinished } from 'vitest'
import type { HostEvent, Input, OperationName, Output } from '#contract/index.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import type { Screens as ScreensView } from '#contract/screens/screens.ts'
import { openDatabase, type Database } from '#host/db/open.ts'
import { Rows } from '#host/db/rows.ts'
import { createValues } from '#host/db/values.ts'
import { Dispatcher, type Handlers } from '#host/dispatch.ts'
import { resetPin } from '#host/screens/pin.ts'
import { screens as noun, type Screens } from '#host/screens/screens.ts'
import { fullScryptCosts } from '#host/sealing/scrypt-costs.ts'
import { contextOf } from './context.ts'
import { FakeClock } from './fake-clock.ts'
import { createRecordingLog, type RecordingLog } from './recording-log.ts'
import { testCosts } from './scrypt-costs.ts'
import { newDatabase } from './new-database.ts'

/** The screens of a store on a real file, behind the role checks. */
export interface TestScreens {
  readonly screens: Screens
  readonly db: Database
  readonly clock: FakeClock
  readonly log: RecordingLog
  readonly events: HostEvent[]
  readonly file: string
  /** Calls as the screen, with its role at that moment. */
  ask<Name extends OperationName>(
    screenId: string,
    name: Name,
    input: Input<Name>,
  ): Promise<Result<Output<Name>>>
  read(screenId: string): Promise<ScreensView>
  /**
   * Ends the host and opens it again on the same file; `withoutPin` as a person at the machine
   * could.
   */
  restart(how?: 'withoutPin'): void
}

export function openTestScreens({ fullCost = false } = {}): TestScreens {
  const file = newDatabase()
  const clock = new FakeClock()
  const log = createRecordingLog()
  const events: HostEvent[] = []

  function open(how?: 'withoutPin'): [Database, Screens] {
    const db = openDatabase(file)
    const values = createValues(db, log)
    if (how === 'withoutPin') resetPin(values)
    const notify = (event: HostEvent): void => void events.push(event)
    const opened = noun.create(
      contextOf({
        db,
        rows: (format) => new Rows(db, log, format),
        values,
        clock,
        log,
        connectedScreens: () => new Set<string>(),
        notify,
        announce: () => Promise.resolve(),
        setup: null,
        networkScreens: undefined,
        endAccess: () => ok(null),
        scryptCosts: fullCost ? fullScryptCosts : testCosts,
      }),
    )
    return [db, opened]
  }
  let [db, screens] = open()
  const dispatcher = new Dispatcher(
    () => screens.handlers as Handlers,
    log,
    () => 'bug',
  )
  const ask: TestScreens['ask'] = (screenId, name, input) =>
    dispatcher.call(screens.callerOf(screenId), name, input) as never

  function close(): void {
    screens.close()
    db.close()
  }
  onTestFinished(close)
  return {
    get screens() {
      return screens
    },
    get db() {
      return db
    },
    clock,
    log,
    events,
    file,
    ask,
    async read(screenId) {
      const answer = await ask(screenId, 'screens.get', {})
      if (!answer.ok) throw new Error(answer.error.code)
      return answer.value
    },
    restart(how) {
      close()
      ;[db, screens] = open(how)
    },
  }
}

import { z } from 'zod'
import { fail, ok, type Result } from '#contract/result.ts'
import { preferencesSchema } from '#contract/settings.ts'
import { readFirstView } from '#host/first-view.ts'
import type { Kitchen } from '#host/kitchen.ts'
import type { Log } from '#host/log.ts'
import { channels, screenId } from './channels.ts'
import type { PreferencesStore } from './preferences.ts'
import { isTrusted, type SenderEvent, type TrustedPage } from './sender.ts'

/** Answers one message of the page. Never throws. */
export type Handler = (event: SenderEvent, message: unknown) => Promise<Result<unknown>>

export type RequestChannel = Exclude<
  (typeof channels)[keyof typeof channels],
  typeof channels.event
>

interface Behind {
  kitchen: Pick<Kitchen, 'call' | 'caller'>
  preferences: PreferencesStore
  log: Log
  /** The window of the moment; null while there is none. */
  page: () => TrustedPage | null
}

const callMessage = z.strictObject({ name: z.string().max(100), input: z.unknown() })

/** Every channel that the page may ask on, each behind the same check of who asks. */
export function createHandlers({ kitchen, preferences, log, page }: Behind) {
  const guarded =
    <Message>(
      schema: z.ZodType<Message>,
      answer: (message: Message) => Result<unknown> | Promise<Result<unknown>>,
    ): Handler =>
    async (event, message) => {
      if (!isTrusted(event, page())) {
        log.warn('message of a foreign frame refused')
        return fail('refused')
      }
      const parsed = schema.safeParse(message)
      if (!parsed.success) return fail('bad-input', z.prettifyError(parsed.error))
      return answer(parsed.data)
    }

  return {
    [channels.call]: guarded(callMessage, ({ name, input }) =>
      kitchen.call(kitchen.caller(screenId), name, input),
    ),
    [channels.first]: guarded(z.undefined(), async () =>
      ok(await readFirstView(kitchen.call, kitchen.caller(screenId))),
    ),
    [channels.readPreferences]: guarded(z.undefined(), () => ok(preferences.read())),
    [channels.writePreferences]: guarded(preferencesSchema, (changed) => {
      try {
        preferences.write(changed)
      } catch (cause) {
        log.error('preferences not kept', { cause: String(cause) })
        return fail('storage')
      }
      return ok(null)
    }),
  } satisfies Record<RequestChannel, Handler>
}

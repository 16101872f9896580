import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Autostart } from '#contract/bridge.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { preferencesSchema } from '#contract/settings/settings.ts'
import { readFirstView } from '#host/start/first-view.ts'
import type { Kitchen } from '#host/kitchen.ts'
import type { Log } from '#host/core/log.ts'
import { channels, screenId } from './channels.ts'
import type { Joining } from './screen-mode/joining.ts'
import type { PreferencesStore } from './stores.ts'

/** The sender's frame: the part of Electron's WebFrameMain that matters. */
interface SenderFrame {
  readonly url: string
  readonly origin: string
  readonly parent: object | null
}

/** The event of a message, with its sender. */
export interface SenderEvent {
  readonly sender: { readonly id: number }
  readonly senderFrame: SenderFrame | null
}

/** The only window that may send messages: the id of its contents and the origin of its page. */
export interface TrustedPage {
  readonly contentsId: number
  readonly origin: string
}

/**
 * Whether a message comes from the top frame of our window while it shows our page. A closed frame
 * is null; `about:blank` may inherit our origin, so check the URL too.
 */
function isTrusted({ sender, senderFrame }: SenderEvent, page: TrustedPage | null): boolean {
  return (
    page !== null &&
    senderFrame !== null &&
    sender.id === page.contentsId &&
    senderFrame.parent === null &&
    senderFrame.origin === page.origin &&
    senderFrame.url.startsWith(`${page.origin}/`)
  )
}

/** Answers a message of the page. Never throws. */
export type Handler = (event: SenderEvent, message: unknown) => Promise<Result<unknown>>

export type RequestChannel = Exclude<
  (typeof channels)[keyof typeof channels],
  typeof channels.event | typeof channels.beat
>

interface Behind {
  kitchen: Pick<Kitchen, 'call' | 'caller' | 'choose'>
  /** Asks a person where to save a file; null if they cancel. */
  askForFile(name: string): Promise<string | null>
  /** The page as it would be printed, as a PDF. */
  printPdf(): Promise<Uint8Array>
  preferences: PreferencesStore
  autostart: { read(): Autostart; set(isOn: boolean): Autostart }
  joining: Joining
  log: Log
  /** The current window; null if there is none. */
  page: () => TrustedPage | null
}

/** Only the file name: the person chooses the folder. */
const fileName = z.string().regex(/^[\w-]{1,60}\.(?:csv|kpbackup)$/)
const pdfName = z.string().regex(/^[\w-]{1,60}\.pdf$/)

const typedAddress = z.string().max(300)
const joinedHost = z.strictObject({
  address: typedAddress,
  fingerprint: z.string().max(100).nullable(),
})

const callMessage = z.strictObject({ name: z.string().max(100), input: z.unknown() })

/** Every channel for requests of the page, each with the same check of the sender. */
export function createHandlers({
  kitchen,
  askForFile,
  printPdf,
  preferences,
  autostart,
  joining,
  log,
  page,
}: Behind) {
  const isManager = () => kitchen.caller(screenId).role === 'manager'

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
      ok(await readFirstView(kitchen, kitchen.caller(screenId))),
    ),
    [channels.chooseFile]: guarded(fileName, async (name) => {
      const path = await askForFile(name)
      if (path === null) return ok(null)
      kitchen.choose(path)
      return ok({ path })
    }),
    [channels.savePdf]: guarded(pdfName, async (name) => {
      try {
        // Make the PDF first: the page changes while the person chooses a folder.
        const pdf = await printPdf()
        const path = await askForFile(name)
        if (path === null) return ok(null)
        await writeFile(path, pdf)
        return ok('saved')
      } catch (cause) {
        log.error('PDF not written', { cause: String(cause) })
        return fail('storage', String(cause))
      }
    }),
    [channels.readPreferences]: guarded(z.undefined(), () => ok(preferences.read())),
    [channels.writePreferences]: guarded(preferencesSchema, (changed) => {
      const isSame = changed.kiosk === preferences.read().kiosk
      if (!isSame && !isManager()) return fail('not-allowed')
      try {
        preferences.write(changed)
      } catch (cause) {
        log.error('preferences not kept', { cause: String(cause) })
        return fail('storage')
      }
      return ok(null)
    }),
    [channels.readAutostart]: guarded(z.undefined(), () => ok(autostart.read())),
    [channels.setAutostart]: guarded(z.boolean(), (isOn) =>
      isManager() ? ok(autostart.set(isOn)) : fail('not-allowed'),
    ),
    [channels.findHosts]: guarded(z.undefined(), joining.find),
    [channels.identifyHost]: guarded(typedAddress, joining.identify),
    [channels.joinHost]: guarded(joinedHost, (host) =>
      isManager() ? joining.join(host) : fail('not-allowed'),
    ),
  } satisfies Record<RequestChannel, Handler>
}

import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { preferencesSchema, type Preferences } from '#contract/settings/settings.ts'
import { readFirstView } from '#host/start/first-view.ts'
import type { Kitchen } from '#host/kitchen.ts'
import type { Log } from '#host/core/log.ts'
import type { AppWindow, TrustedPage } from './app-window.ts'
import type { SystemAutostart } from './autostart.ts'
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

export type RequestChannel = Exclude<
  (typeof channels)[keyof typeof channels],
  typeof channels.event | typeof channels.beat
>

/** What requests of the page need to be answered. */
export interface RequestDeps {
  kitchen: Pick<Kitchen, 'call' | 'caller' | 'choose'>
  window: Pick<AppWindow, 'page' | 'askForFile' | 'printPdf'>
  preferences: Pick<PreferencesStore, 'read' | 'write'>
  autostart: Pick<SystemAutostart, 'read' | 'set'>
  joining: Pick<Joining, 'find' | 'identify' | 'join'>
  log: Log
}

type Answer = Result<unknown> | Promise<Result<unknown>>

/** Only the file name: the person chooses the folder. */
const fileName = z.string().regex(/^[\w-]{1,60}\.(?:csv|kpbackup)$/)
const pdfName = z.string().regex(/^[\w-]{1,60}\.pdf$/)

const typedAddress = z.string().max(300)
const joinedHost = z.strictObject({
  address: typedAddress,
  fingerprint: z.string().max(100).nullable(),
})

const callMessage = z.strictObject({ name: z.string().max(100), input: z.unknown() })

/** Answers messages of this shape, and refuses all others. */
function handler<Message>(
  schema: z.ZodType<Message>,
  answer: (message: Message, deps: RequestDeps) => Answer,
): (message: unknown, deps: RequestDeps) => Answer {
  return (message, deps) => {
    const parsed = schema.safeParse(message)
    if (!parsed.success) return fail('bad-input', z.prettifyError(parsed.error))
    return answer(parsed.data, deps)
  }
}

const handlers: Record<RequestChannel, ReturnType<typeof handler>> = {
  [channels.call]: handler(callMessage, ({ name, input }, { kitchen }) =>
    kitchen.call(kitchen.caller(screenId), name, input),
  ),
  [channels.first]: handler(z.undefined(), async (_, { kitchen }) =>
    ok(await readFirstView(kitchen, kitchen.caller(screenId))),
  ),
  [channels.chooseFile]: handler(fileName, chooseFile),
  [channels.savePdf]: handler(pdfName, savePdf),
  [channels.readPreferences]: handler(z.undefined(), (_, { preferences }) =>
    ok(preferences.read()),
  ),
  [channels.writePreferences]: handler(preferencesSchema, writePreferences),
  [channels.readAutostart]: handler(z.undefined(), (_, { autostart }) => ok(autostart.read())),
  [channels.setAutostart]: handler(z.boolean(), (isOn, { kitchen, autostart }) =>
    isManager(kitchen) ? ok(autostart.set(isOn)) : fail('not-allowed'),
  ),
  [channels.findHosts]: handler(z.undefined(), (_, { joining }) => joining.find()),
  [channels.identifyHost]: handler(typedAddress, (address, { joining }) =>
    joining.identify(address),
  ),
  [channels.joinHost]: handler(joinedHost, (host, { kitchen, joining }) =>
    isManager(kitchen) ? joining.join(host) : fail('not-allowed'),
  ),
}

/** Every channel for requests of the page. */
export const requestChannels = Object.keys(handlers) as RequestChannel[]

/** Answers a message of the page: on every channel with the same check of the sender. */
export async function answerRequest(
  channel: RequestChannel,
  event: SenderEvent,
  message: unknown,
  deps: RequestDeps,
): Promise<Result<unknown>> {
  if (isTrusted(event, deps.window.page())) return handlers[channel](message, deps)
  deps.log.warn('message of a foreign frame refused')
  return fail('refused')
}

const isManager = (kitchen: RequestDeps['kitchen']): boolean =>
  kitchen.caller(screenId).role === 'manager'

async function chooseFile(
  name: string,
  { kitchen, window }: RequestDeps,
): Promise<Result<unknown>> {
  const path = await window.askForFile(name)
  if (path === null) return ok(null)
  kitchen.choose(path)
  return ok({ path })
}

async function savePdf(name: string, { window, log }: RequestDeps): Promise<Result<unknown>> {
  try {
    // Make the PDF first: the page changes while the person chooses a folder.
    const pdf = await window.printPdf()
    const path = await window.askForFile(name)
    if (path === null) return ok(null)
    await writeFile(path, pdf)
    return ok('saved')
  } catch (cause) {
    log.error('PDF not written', { cause: String(cause) })
    return fail('storage', String(cause))
  }
}

function writePreferences(
  changed: Preferences,
  { kitchen, preferences, log }: RequestDeps,
): Result<null> {
  const isSame = changed.kiosk === preferences.read().kiosk
  if (!isSame && !isManager(kitchen)) return fail('not-allowed')
  try {
    preferences.write(changed)
  } catch (cause) {
    log.error('preferences not kept', { cause: String(cause) })
    return fail('storage')
  }
  return ok(null)
}

/** What is known of the frame that a message came from; the part of Electron's WebFrameMain that matters. */
interface SenderFrame {
  readonly url: string
  readonly origin: string
  readonly parent: object | null
}

/** The event of a message, as far as it tells who sent it. */
export interface SenderEvent {
  readonly sender: { readonly id: number }
  readonly senderFrame: SenderFrame | null
}

/** The one window that may speak: the id of its contents and the origin of its page. */
export interface TrustedPage {
  readonly contentsId: number
  readonly origin: string
}

/**
 * Whether a message comes from the top frame of our window while it shows our page. A frame that is gone
 * is null; `about:blank` may inherit our origin, so the URL must be ours as well.
 */
export function isTrusted({ sender, senderFrame }: SenderEvent, page: TrustedPage | null): boolean {
  return (
    page !== null &&
    senderFrame !== null &&
    sender.id === page.contentsId &&
    senderFrame.parent === null &&
    senderFrame.origin === page.origin &&
    senderFrame.url.startsWith(`${page.origin}/`)
  )
}

import { useDrafts } from '../../state/drafts.ts'
import { useToasts } from '../../ui/note/toasts.ts'
import { say } from '../words.ts'

/** Discards what was typed of a coupon; for a moment it can be had back. */
export function useDiscardDraft(): (couponId: string) => void {
  const drafts = useDrafts()
  const toasts = useToasts()
  return (couponId) => {
    const draft = drafts.of('coupon', couponId)
    if (draft === undefined) return
    drafts.discard('coupon', couponId)
    const run = () => drafts.keep('coupon', couponId, draft)
    toasts.tell(say('couponChange.discarded'), 'plain', { words: say('couponChange.undo'), run })
  }
}

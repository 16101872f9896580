/* Apart from the schemas: a page that only asks fetches none of those, and its policy would refuse what they try. */

/** Whether a payment's `amount` has its tip in it: not documented, so nobody knows until the store says. */
export const tipsInAmount = ['unknown', 'inside', 'outside'] as const
export type TipsInAmount = (typeof tipsInAmount)[number]

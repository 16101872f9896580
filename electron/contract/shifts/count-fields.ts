/*
 * Separate from the schemas, so that a page that only asks does not load them. The page's security
 * policy would refuse what they try.
 */

export const movementKinds = ['pay-in', 'pay-out', 'safe-drop'] as const

/* Apart from the schemas: a page that only asks fetches none of those, and its policy would refuse what they try. */

export const movementKinds = ['pay-in', 'pay-out', 'safe-drop'] as const

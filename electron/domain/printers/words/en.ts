/** The words on paper. */
export const en = {
  delivery: 'Delivery',
  pickup: 'Pickup',
  table: 'Table',
  other: 'Other order',
  due: 'Due {time}',
  starts: 'Starts {time}',
  allergy: 'ALLERGY',
  cancelled: 'CANCELLED: DO NOT MAKE IT',
  changed: 'Changed since it came in',
  recalled: 'Recalled',
  fromMenu: 'menu',
  unread: 'Part of this order could not be read. Look at the screen.',
  unreadDish: 'Could not be read: look at the screen',
  dishes: 'Dishes: {n}',
  printed: 'Printed {time}',
  again: 'PRINTED AGAIN: there may be another like this',
  practice: 'PRACTICE: NOT A REAL ORDER',
  test: 'Test of the printer',
  testText: 'If all of this can be read, the printer is well.',
  width: 'Paper of {mm} mm',
}
export type PaperWords = Record<keyof typeof en, string>

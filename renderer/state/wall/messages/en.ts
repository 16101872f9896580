/** The words of the wall's keys, which no first view needs: what each does, and what stands on it. */
export const en = {
  wallKeys: {
    cards: 'Bump the first to tenth card',
    move: 'Move between cards',
    activate: 'Bump the chosen card',
    card: 'Bump card {n}',
    nextPage: 'Next page',
    previousPage: 'Page before',
    undo: 'Undo the last bump',
    detail: 'Details of the chosen order',
    soldOut: 'Sell out the chosen item (or hold it)',
    recall: 'Recall',
    scheduled: 'Scheduled orders',
    allDay: 'All day',
    keys: 'Map of the keys',
  },
  keyNames: {
    Enter: 'Enter',
    Space: 'Space',
    PageDown: 'Page down',
    PageUp: 'Page up',
    Home: 'Home',
    End: 'End',
    Insert: 'Insert',
    Delete: 'Delete',
    Backspace: 'Backspace',
  },
}
